import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage } from '../../testing/render.tsx';
import { SplashVideo } from './SplashVideo.tsx';

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

test('plays without sound, in a loop, hidden from assistive technology', async () => {
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  await renderPage(<SplashVideo />);
  const element = await shown();
  expect(element).toHaveAttribute('aria-hidden', 'true');
  expect(element.muted && element.loop).toBe(true);
  expect(play).toHaveBeenCalled();
});

test('can be stopped, and stays stopped on the next visit', async () => {
  const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause');
  const { user, unmount } = await renderPage(<SplashVideo />);
  await shown();
  await user.click(screen.getByRole('button', { name: 'Остановить видео' }));
  expect(pause).toHaveBeenCalled();
  unmount();
  await renderPage(<SplashVideo />);
  expect(screen.getByRole('button', { name: 'Включить видео' })).toBeInTheDocument();
});

test('a video that cannot be loaded leaves its poster, and a word about it', async () => {
  await renderPage(<SplashVideo />);
  const sources = (await shown()).querySelectorAll('source');
  fireEvent.error(sources[sources.length - 1]!);
  expect(await screen.findByText('Ошибка загрузки видео')).toBeInTheDocument();
  expect(video()).toBeNull();
  expect(document.querySelector('img')).toHaveAttribute('src', '/media/splash-poster.webp');
});

test('a video that cannot be played says so', async () => {
  jest
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await renderPage(<SplashVideo />, { language: 'en' });
  expect(await screen.findByText('Error playing video')).toBeInTheDocument();
});

test('a play that a pause has ended is no fault', async () => {
  jest
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(new DOMException('paused', 'AbortError'));
  await renderPage(<SplashVideo />, { language: 'en' });
  await shown();
  await act(async () => undefined);
  expect(screen.queryByText('Error playing video')).toBeNull();
});

test('with reduced motion only the poster is loaded', async () => {
  window.matchMedia = (query) =>
    Object.assign(media(query), { matches: query.includes('reduced-motion') });
  await renderPage(<SplashVideo />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 1100)));
  expect(video()).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
