// Formats, and texts in two languages.
import { chooseText } from './bilingual.ts';
import {
  formatDate,
  formatDateTime,
  formatDeadline,
  formatRelative,
  searchLanguage,
  truncate,
} from './formats.ts';

describe('formats', () => {
  const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');
  const now = new Date('2026-11-21T12:00:00Z');
  const before = (ms: number) => new Date(now.getTime() - ms);
  const hour = 3_600_000;

  test('shows a limit at midnight as the last minute of the previous day', () => {
    const midnight = new Date(2026, 10, 26);
    expect(plain(formatDeadline(midnight, 'ru'))).toBe('25 нояб. 2026 г., 23:59');
    expect(plain(formatDeadline(midnight.toISOString(), 'en'))).toBe('25 Nov 2026, 23:59');
    expect(plain(formatDeadline(new Date(2026, 10, 26, 0, 1), 'ru'))).toBe(
      '26 нояб. 2026 г., 00:01',
    );
    expect(plain(formatDeadline(new Date(2026, 10, 26, 12), 'ru'))).toBe('26 нояб. 2026 г., 12:00');
  });

  test('breaks a Russian date between month and year only', () => {
    const noon = new Date(2026, 10, 21, 12, 30);
    const shown = (text: string) => text.replaceAll('\u00A0', '_');
    expect(shown(formatDate(noon, 'ru'))).toBe('21_ноября 2026_г.');
    expect(shown(formatDateTime(noon, 'ru'))).toBe('21_нояб. 2026_г., 12:30');
  });

  test.each([
    [20_000, 'сейчас'],
    [5 * 60_000, '5 минут назад'],
    [hour, '1 час назад'],
    [26 * hour, 'вчера'],
    [7 * 24 * hour, '7 дней назад'],
  ])('formats %p ms ago as %p', (ms, expected) => {
    expect(formatRelative(before(ms), 'ru', now)).toBe(expected);
  });

  describe('a shortened text', () => {
    test('ends at a word boundary', () => {
      expect(truncate('Генерация концепт-арта по описанию', 20, 'ru')).toBe('Генерация концепт…');
    });
    test('cuts a word over the limit', () => {
      expect(truncate('я'.repeat(30), 10, 'ru')).toBe(`${'я'.repeat(10)}…`);
    });
  });

  test('treats a search with one Cyrillic letter as Russian', () => {
    expect(searchLanguage('midjourney для игр')).toBe('ru');
    expect(searchLanguage('3D models')).toBe('en');
  });
});

describe('text in two languages', () => {
  test('prefers the requested language', () => {
    expect(chooseText('Карта', 'Map', 'en')).toEqual({
      text: 'Map',
      language: 'en',
      isSubstitute: false,
    });
  });

  test.each([null, undefined, '', '  '])(
    'falls back to the other language for %p, and marks it',
    (missing) => {
      expect(chooseText(missing, 'Map', 'ru')).toEqual({
        text: 'Map',
        language: 'en',
        isSubstitute: true,
      });
    },
  );

  test('returns an empty text in the requested language without both', () => {
    expect(chooseText(null, null, 'ru')).toEqual({ text: '', language: 'ru', isSubstitute: false });
  });
});
