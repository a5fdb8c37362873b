import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { UnreadableBookmark } from './UnreadableBookmark.tsx';

/** Messages of the server. */
const reasons = [
  ['the address is missing', 'нет адреса'],
  ['the address cannot be read', 'адрес не читается'],
  ['the address is longer than 8192 bytes', 'адрес длиннее 8192 байт'],
  [
    'the address begins with javascript: instead of http or https',
    'адрес начинается с javascript:, а не с http или https',
  ],
  ['the address holds a user name or a password', 'в адресе имя пользователя или пароль'],
  ['the title is longer than 1000 characters', 'название длиннее 1000 знаков'],
  ['the note is longer than 10000 characters', 'заметка длиннее 10000 знаков'],
  ['the excerpt is longer than 10000 characters', 'описание длиннее 10000 знаков'],
  ['a tag is longer than 200 characters', 'тег длиннее 200 знаков'],
  ['it is no bookmark', 'это не закладка'],
] as const;

test.each(reasons)('%s', async (reason, words) => {
  await renderPage(<UnreadableBookmark where="own.csv, line 12" reason={reason} />);
  expect(screen.getByText('own.csv, строка 12')).toBeInTheDocument();
  expect(screen.getByText(words)).toBeInTheDocument();
});

test('shows an untranslated reason in English with a `lang` attribute', async () => {
  await renderPage(<UnreadableBookmark where="somewhere" reason="something new" />);
  expect(screen.getByText('somewhere')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('something new')).toHaveAttribute('lang', 'en');
});
