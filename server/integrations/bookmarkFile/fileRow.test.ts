import { addressId } from './addressId.ts';
import { readDate } from './fileRow.ts';

describe('readDate', () => {
  it.each([
    ['2024-01-09T07:00:00.000Z', '2024-01-09T07:00:00.000Z'],
    ['2024-01-09T07:00:00', '2024-01-09T07:00:00.000Z'],
    ['2024-01-09 07:00', '2024-01-09T07:00:00.000Z'],
    ['2024-01-09T10:00:00+03:00', '2024-01-09T07:00:00.000Z'],
    ['2024-01-09T10:00:00+0300', '2024-01-09T07:00:00.000Z'],
    [' 2024-01-09 ', '2024-01-09T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['January 9, 2024 7:00 AM', '2024-01-09T07:00:00.000Z'],
    ['January 9, 2024', '2024-01-09T00:00:00.000Z'],
    ['1704783600', '2024-01-09T07:00:00.000Z'],
    ['1704783600000', '2024-01-09T07:00:00.000Z'],
    ['1704783600000000', '2024-01-09T07:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(readDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    'yesterday',
    '09.01.2024',
    '01/09/2024',
    '2023-02-29',
    '2024-13-01',
    'February 30, 2024',
    'Nonsense 3, 2024',
    '2024-01-09T25:00:00Z',
    '1969-12-31',
    '2200-01-01',
    '-1',
    '99999999999999999999',
  ])('refuses %s', (text) => {
    expect(readDate(text)).toBeNull();
  });
});

describe('addressId', () => {
  it('is the same for the same page, and differs for another', () => {
    expect(addressId('https://www.example.com/a/')).toBe(addressId('http://example.com/a'));
    expect(addressId('https://example.com/a')).not.toBe(addressId('https://example.com/b'));
    // Stored in databases: it may never change.
    expect(addressId('https://example.com/a')).toBe(4_563_848_915_517_461);
  });

  it('is a safe integer far above the ids of the service', () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => addressId(`https://example.com/${at}`));
    expect(ids.every((id) => Number.isSafeInteger(id) && id >= 2 ** 52)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
