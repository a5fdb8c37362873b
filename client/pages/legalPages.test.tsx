import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectErrors } from '../testing/expectedErrors.ts';
import { json, openFakeServer, type FakeServer } from '../testing/fakeServer.ts';
import { openPage } from '../testing/openPage.tsx';
import { answerGraphql } from '../testing/schemaClient.ts';
import type { Language } from '../i18n/languages.ts';

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

test('shows the text of the installation, its contents and its date, and follows the language', async () => {
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

test('a text that does not arrive is said, and asked for again', async () => {
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
