import { pageWindow, type PageEntry } from './pageWindow.ts';

const shown = (current: number, pages: number) => pageWindow(current, pages).join(' ');

test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 gap 6'],
  [3, 5, '1 2 3 4 5'],
  [1, 20, '1 2 3 gap 20'],
  [4, 20, '1 2 3 4 5 6 gap 20'],
  [5, 20, '1 2 3 4 5 6 7 gap 20'],
  [6, 20, '1 gap 4 5 6 7 8 gap 20'],
  [10, 20, '1 gap 8 9 10 11 12 gap 20'],
  [15, 20, '1 gap 13 14 15 16 17 gap 20'],
  [16, 20, '1 gap 14 15 16 17 18 19 20'],
  [20, 20, '1 gap 18 19 20'],
])('page %p of %p', (current, pages, expected) => {
  expect(shown(current, pages)).toBe(expected);
});

const allUpTo20 = Array.from({ length: 20 }, (_, index) => index + 1).flatMap((pages) =>
  Array.from({ length: pages }, (_, index) => [index + 1, pages] as const),
);

test.each(allUpTo20)('page %p of %p keeps the rules', (current, pages) => {
  const entries: PageEntry[] = pageWindow(current, pages);
  const numbers = entries.filter((entry) => entry !== 'gap');
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(numbers[0]).toBe(1);
  expect(numbers.at(-1)).toBe(pages);
  for (let near = Math.max(1, current - 2); near <= Math.min(pages, current + 2); near += 1) {
    expect(numbers).toContain(near);
  }
  for (const [index, entry] of entries.entries()) {
    const [before, after] = [entries[index - 1], entries[index + 1]];
    // A gap hides two pages or more; neighbours without a gap are consecutive.
    if (entry === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(2);
    else if (typeof before === 'number') expect(entry - before).toBe(1);
  }
});
