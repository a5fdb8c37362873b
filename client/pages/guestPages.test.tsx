import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { expectErrors } from '../testing/expectedErrors.ts';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { answerGraphql } from '../testing/schemaClient.ts';
import type { Language } from '../i18n/languages.ts';
import { renderPage } from '../testing/render.tsx';
import { SplashVideo } from '../features/splash/SplashVideo.tsx';
import { QuoteBanner, quoteOfTheDay } from '../features/quotes/QuoteBanner.tsx';
import { quotes } from '../features/quotes/quotes.ts';
import { ScreenBoundary } from '../app/ScreenFailure.tsx';

describe('legal pages', () => {
  let server: FakeServer;
  afterEach(() => server.close());

  const words = {
    ru: { title: 'Наши правила', line: 'Только днём.' },
    en: { title: 'Our rules', line: 'By day only.' },
  };
  const legalText = (_root: unknown, { language }: { language: Language }) => ({
    updated: '2026-10-01',
    sections: [
      {
        id: 'rules',
        title: words[language].title,
        blocks: [
          { isList: false, lines: [words[language].line] },
          { isList: true, lines: ['1', '2'] },
        ],
      },
    ],
  });

  test('shows the text of the installation with contents and date, in the chosen language', async () => {
    server = openFakeServer({ 'POST /graphql': answerGraphql({ Query: { legalText } }) });
    await openPage('/terms-of-service');
    expect(await screen.findByRole('heading', { name: 'Наши правила' })).toBeInTheDocument();
    expect(screen.getByText('Только днём.')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['1', '2']),
    );
    expect(screen.getByRole('link', { name: 'Наши правила', hidden: true })).toHaveAttribute(
      'href',
      '#rules',
    );
    expect(screen.getByText(/1 октября 2026/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'EN, English' }));
    expect(await screen.findByRole('heading', { name: 'Our rules' })).toBeInTheDocument();
  });

  test('reports a missing text with a retry', async () => {
    let isAway = true;
    const answer = answerGraphql({ Query: { legalText } });
    server = openFakeServer({
      'POST /graphql': (request) =>
        isAway ? json({ errors: [{ message: 'x' }] }, 500) : answer(request),
    });
    expectErrors(/./);
    await openPage('/privacy-policy');
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить текст.');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('heading', { name: 'Наши правила' })).toBeInTheDocument();
  });
});

describe('the video', () => {
  const video = () => document.querySelector('video');
  const shown = async () => {
    await waitFor(() => expect(video()).not.toBeNull());
    return video()!;
  };
  const media = window.matchMedia;

  afterEach(() => {
    window.matchMedia = media;
    jest.restoreAllMocks();
  });

  test('can be stopped for later visits too', async () => {
    const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause');
    const { user, unmount } = await renderPage(<SplashVideo />);
    await shown();
    await user.click(screen.getByRole('button', { name: 'Остановить видео' }));
    expect(pause).toHaveBeenCalled();
    unmount();
    await renderPage(<SplashVideo />);
    expect(screen.getByRole('button', { name: 'Включить видео' })).toBeInTheDocument();
  });

  test('shows the poster and a message when it cannot be loaded', async () => {
    await renderPage(<SplashVideo />);
    const sources = (await shown()).querySelectorAll('source');
    fireEvent.error(sources[sources.length - 1]!);
    expect(await screen.findByText('Ошибка загрузки видео')).toBeInTheDocument();
    expect(video()).toBeNull();
    expect(document.querySelector('img')).toHaveAttribute('src', '/media/splash-poster.webp');
  });
});

describe('quotes', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const first = quoteOfTheDay(quotes.length, now);
  const quote = (later: number) => quotes[(first + later) % quotes.length]!;
  const shown = () => screen.getByRole('figure');
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  beforeEach(async () => {
    jest.useFakeTimers({ now });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('the next quote comes after ten seconds, with half a second of fading', async () => {
    await renderPage(<QuoteBanner />);
    expect(shown()).toHaveTextContent(quote(0).ru.text);
    await wait(9900);
    expect(shown()).not.toHaveAttribute('data-fading');
    await wait(200);
    expect(shown()).toHaveAttribute('data-fading');
    expect(shown()).toHaveTextContent(quote(0).ru.text);
    await wait(500);
    expect(shown()).toHaveTextContent(quote(1).ru.text);
    expect(shown()).not.toHaveAttribute('data-fading');
  });

  test('stays when it is stopped', async () => {
    await renderPage(<QuoteBanner />, { language: 'en' });
    fireEvent.click(screen.getByRole('button', { name: 'Pause the quotes' }));
    await wait(25_000);
    expect(shown()).toHaveTextContent(quote(0).en.text);
    fireEvent.click(screen.getByRole('button', { name: 'Resume the quotes' }));
    await wait(10_600);
    expect(shown()).toHaveTextContent(quote(1).en.text);
  });
});

describe('a screen that fails', () => {
  function Broken(): never {
    throw new Error('the screen is broken');
  }

  const open = (language: Language) => {
    expectErrors(/the screen is broken/, /^Error [0-9a-f]{8}$/, /%o/);
    return renderPage(
      <ScreenBoundary isWholePage>
        <Broken />
      </ScreenBoundary>,
      { language },
    );
  };

  test('keeps the English sentence above the reader’s language', async () => {
    await open('en');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Что-то пошло не такSomething went wrong/);
    expect(screen.getByText('Что-то пошло не так')).toHaveAttribute('lang', 'ru');
  });
});
