import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { UnreadableBookmark } from './UnreadableBookmark.tsx';

const server = join(import.meta.dirname, '../../server/integrations');
const said = (file: string) => readFileSync(join(server, file), 'utf8');

/** As the server says them; each stands in its sources in these words. */
const reasons = [
  ['readBookmark.ts', 'the address is missing', 'нет адреса'],
  ['readBookmark.ts', 'the address cannot be read', 'адрес не читается'],
  ['readBookmark.ts', 'the address is longer than 8192 bytes', 'адрес длиннее 8192 байт'],
  [
    'readBookmark.ts',
    'the address begins with javascript: instead of http or https',
    'адрес начинается с javascript:, а не с http или https',
  ],
  [
    'readBookmark.ts',
    'the address holds a user name or a password',
    'в адресе имя пользователя или пароль',
  ],
  ['readBookmark.ts', 'the title is longer than 1000 characters', 'название длиннее 1000 знаков'],
  ['readBookmark.ts', 'the note is longer than 10000 characters', 'заметка длиннее 10000 знаков'],
  [
    'readBookmark.ts',
    'the excerpt is longer than 10000 characters',
    'описание длиннее 10000 знаков',
  ],
  ['readBookmark.ts', 'a tag is longer than 200 characters', 'тег длиннее 200 знаков'],
  [
    'bookmarkFile/fileRow.ts',
    'the id is not a positive whole number',
    'id — не целое положительное число',
  ],
  [
    'bookmarkFile/fileRow.ts',
    'the date is neither ISO 8601 nor Unix time',
    'дата не в формате ISO 8601 и не время Unix',
  ],
  ['bookmarkFile/fileRow.ts', 'the id 101 stands on line 2 already', 'id 101 уже есть в строке 2'],
  [
    'bookmarkFile/fileRow.ts',
    'the same page stands on line 3 already, and no id tells them apart',
    'та же страница уже есть в строке 3, а различить их по id нельзя',
  ],
  ['bookmarkFile/bookmarkFile.ts', 'a.csv has the same bookmark', 'та же закладка есть в a.csv'],
  ['bookmarkFile/csvRows.ts', 'it has 7 columns instead of 11', 'в строке 7 столбцов вместо 11'],
  ['bookmarkFile/csvRows.ts', 'a quotation mark is not closed', 'кавычка не закрыта'],
  ['bookmarkFile/csvRows.ts', 'a quotation mark is misplaced', 'кавычка не на своём месте'],
  ['raindrop/responses.ts', 'it is no bookmark', 'это не закладка'],
  [
    'raindrop/responses.ts',
    'the field link is not as expected',
    'поле link не такое, как ожидалось',
  ],
] as const;

/** The words that do not change from row to row. */
const fixed = (reason: string) =>
  reason
    .split(
      /\d+|javascript:|a\.csv|link|the (?:title|note|excerpt)(?= is longer)|a tag(?= is longer)/,
    )
    .map((part) => part.trim())
    .filter(Boolean);

test.each(reasons)('%s: %s', async (file, reason, words) => {
  for (const part of fixed(reason)) expect(said(file)).toContain(part);
  await renderPage(<UnreadableBookmark where="own.csv, line 12" reason={reason} />);
  expect(screen.getByText('own.csv, строка 12')).toBeInTheDocument();
  expect(screen.getByText(words)).toBeInTheDocument();
});

test('what nobody has translated is said in English, and marked so', async () => {
  await renderPage(<UnreadableBookmark where="somewhere" reason="something new" />);
  expect(screen.getByText('somewhere')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('something new')).toHaveAttribute('lang', 'en');
});
