// npm run bench:patterns: how the work of reading hostile texts grows with their length. Four times the text may take eight times the work.
import { findCredential } from '../server/shared/credentials.ts';
import { redactText } from '../server/shared/redact.ts';
import { changedShare } from '../server/domain/useCases/useCaseChange.ts';
import { normaliseAddress } from '../server/domain/sync/normaliseAddress.ts';
import { looksLikeApi } from '../server/http/oddPaths.ts';
import { readPageFacts } from '../server/integrations/pageReader/pageFacts.ts';
import { printTable } from './printTable.ts';

const shortLength = 20_000;
const maxGrowth = 8;
/** Less work than this is noise. */
const leastMs = 2;

interface Reading {
  name: string;
  read(text: string): unknown;
  texts: readonly { begin?: string; part: string; end?: string }[];
}

const readings: Reading[] = [
  {
    name: 'findCredential',
    read: findCredential,
    texts: [
      ...['password is ', 'a-', 'sk-', 'eyJ', '://a:', 'x://a', '-----BEGIN ', 'api key '].map(
        (part) => ({ part }),
      ),
      ...['password for ', 'password (', '<b ', '\u0301\u0323'].map((part) => ({ part })),
      { begin: 'password', part: ' ', end: 'x' },
      { begin: 'password: ', part: ')', end: 'я' },
      { begin: 'password for', part: ' a' },
      { part: '*', end: 'a' },
      { begin: 'password: ', part: '.a', end: '!' },
      { begin: 'password: ', part: '/a', end: '!' },
    ],
  },
  {
    name: 'redactText',
    read: redactText,
    texts: ['a', '-', '\\', '"', 'token', 'eyJ.', '-eyJ', '//'].map((part) => ({ part })),
  },
  {
    name: 'changedShare',
    read: (text) => changedShare(text, text.split('').reverse().join('')),
    texts: ['a b ', 'abc ', '. '].map((part) => ({ part })),
  },
  {
    name: 'normaliseAddress',
    read: normaliseAddress,
    texts: [
      { begin: 'https://example.com/', part: '/', end: 'a' },
      { begin: 'https://example.com/#/', part: '/', end: 'a' },
      { begin: 'https://a', part: '.', end: 'com/' },
    ],
  },
  { name: 'looksLikeApi', read: looksLikeApi, texts: [{ begin: '/', part: '.', end: 'a' }] },
  {
    name: 'readPageFacts',
    read: (text) => readPageFacts(text, 'https://site.example/'),
    texts: [
      { begin: '<link rel="icon" href="/x.png" sizes="', part: '1', end: '">' },
      { begin: '<link rel="icon" href="/x.png" sizes="', part: '1x1 ', end: '">' },
    ],
  },
];

/** The least processor time of five readings: others work on the machine too. */
const workOf = (read: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      read();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );

const rows = readings.flatMap(({ name, read, texts }) =>
  texts.map(({ begin = '', part, end = '' }) => {
    const textOf = (length: number) => begin + part.repeat(length / part.length) + end;
    const [short, long] = [shortLength, 4 * shortLength].map((length) =>
      workOf(() => read(textOf(length))),
    ) as [number, number];
    const growth = long / Math.max(short, leastMs);
    return {
      name,
      text: JSON.stringify(`${begin}${part}…${end}`),
      short,
      long,
      growth,
      holds: growth <= maxGrowth,
    };
  }),
);
printTable([
  ['Reading', 'Text', 'ms', 'ms, four times the text', 'Growth', 'Holds'],
  ...rows.map(({ name, text, short, long, growth, holds }) => [
    name,
    text,
    short.toFixed(1),
    long.toFixed(1),
    growth.toFixed(1),
    holds ? 'yes' : 'NO',
  ]),
]);
if (rows.some(({ holds }) => !holds)) process.exitCode = 1;
