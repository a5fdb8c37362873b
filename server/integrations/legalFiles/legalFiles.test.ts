import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../config/config.ts';
import { limits } from '../../config/limits.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { startTestApp } from '../../testing/testApp.ts';
import { LegalFilesError, readLegalTexts } from './legalFiles.ts';
import type { Language } from '../../shared/language.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-legal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
const reasonsOf = (place: string): string[] => {
  try {
    readLegalTexts(place);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(LegalFilesError);
    return (error as LegalFilesError).reasons;
  }
};

test('has equal sections in both languages, and a date', () => {
  for (const { ru, en } of Object.values(readLegalTexts(null))) {
    expect(ru.sections.map(({ id }) => id)).toEqual(en.sections.map(({ id }) => id));
    expect(ru.sections.length).toBeGreaterThan(4);
    expect(ru.updated).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(en.updated).toBe(ru.updated);
    for (const { title, blocks } of [...ru.sections, ...en.sections]) {
      expect(title).not.toBe('');
      expect(blocks.length).toBeGreaterThan(0);
    }
  }
});

test('has the durations of the limits in the privacy policy', () => {
  const textOf = (language: Language) => {
    const { sections } = readLegalTexts(null).privacy_policy[language];
    return sections.flatMap(({ blocks }) => blocks.flatMap(({ lines }) => lines)).join('\n');
  };
  const time = (language: string, unit: string, ms: number, unitMs: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      ms / unitMs,
    );
  const { idleMs, absoluteMs, directAccessMs } = limits.session;
  for (const language of ['ru', 'en'] as const) {
    for (const said of [
      time(language, 'hour', idleMs, hourMs),
      time(language, 'day', absoluteMs, dayMs),
      time(language, 'minute', directAccessMs, minuteMs),
      time(language, 'day', limits.closedKeptMs, dayMs),
    ])
      expect(textOf(language)).toContain(said);
    expect(textOf(language)).not.toContain('{');
  }
  const source = readFileSync(join(import.meta.dirname, 'texts/privacy-policy.en.md'), 'utf8');
  expect(source).not.toMatch(/\b(?:14|366) days|after 24 hours|5 minutes/);
});

test('replaces single texts by the company’s, also without a sign-in', async () => {
  put('terms-of-service.ru.md', '## Наши правила\n\nТолько днём.');
  put('terms-of-service.en.md', '## Our rules\n\nBy day only.');
  const app = await startTestApp({ env: { LEGAL_TEXTS: folder } });
  const read = (document: string, language: string) =>
    app
      .visitor()
      .graphql(
        `{ legalText(document: ${document}, language: ${language}) { updated sections { title blocks { lines } } } }`,
      );
  expect((await read('terms_of_service', 'en')).body.data).toEqual({
    legalText: {
      updated: null,
      sections: [{ title: 'Our rules', blocks: [{ lines: ['By day only.'] }] }],
    },
  });
  const policy = await read('privacy_policy', 'ru');
  expect(JSON.stringify(policy.body.data)).toContain('О чём этот документ');
  await app.close();
});

test('reports single-language texts, no texts, a wrong folder and an invalid file at once', () => {
  put('terms-of-service.ru.md', '## Наши правила\n\nТолько днём.');
  put('privacy-policy.ru.md', '## Раздел\n\nТекст');
  put('privacy-policy.en.md', Buffer.from([0xff, 0xfe, 0x23]));
  expect(reasonsOf(folder)).toEqual([
    'privacy-policy.en.md: it is not UTF-8',
    'terms-of-service.en.md is missing',
  ]);
  const refused = () => readConfig({ APP_ENV: 'test', LEGAL_TEXTS: folder, PORT: 'x' });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(
    /PORT: [\s\S]*LEGAL_TEXTS: privacy-policy\.en\.md: it is not UTF-8; terms/,
  );
  expect(reasonsOf(join(folder, 'nothing'))).toEqual(['it names no folder']);
  expect(reasonsOf('a\u0000b')).toEqual(['it names no folder']);
  const empty = mkdtempSync(join(tmpdir(), 'loadout-legal-'));
  expect(reasonsOf(empty)).toEqual(['it holds none of the texts']);
  rmSync(empty, { recursive: true });
});

test('accepts a file at the limit, and refuses one byte more', () => {
  const head = '## A\n\n';
  const of = (bytes: number) => `${head}${'a'.repeat(bytes - head.length)}`;
  put('terms-of-service.ru.md', of(limits.legalTextBytes));
  put('terms-of-service.en.md', of(limits.legalTextBytes));
  expect(reasonsOf(folder)).toEqual([]);
  put('terms-of-service.en.md', of(limits.legalTextBytes + 1));
  expect(reasonsOf(folder)).toEqual([
    `terms-of-service.en.md: it holds more than ${limits.legalTextBytes} bytes`,
  ]);
});
