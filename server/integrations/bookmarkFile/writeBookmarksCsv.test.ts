import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from '../../testing/fastCheck.ts';
import type { Bookmark } from '../../modules/sync/bookmarkProvider.ts';
import { openBookmarkFile } from './bookmarkFile.ts';
import { writeBookmarksCsv } from './writeBookmarksCsv.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loadout-csv-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function readBack(csv: string) {
  const path = join(directory, 'written.csv');
  await writeFile(path, csv);
  const bookmarks: Bookmark[] = [];
  for await (const page of openBookmarkFile(path).pages(new AbortController().signal)) {
    expect(page.unreadable).toEqual([]);
    bookmarks.push(...page.bookmarks);
  }
  return bookmarks;
}

const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...'aЖ",; =+-@<[', '\\', "'", '\n', '🛠'), { maxLength })
    .map((letters) => letters.join('').trim());
const oneLine = (maxLength: number) =>
  text(maxLength).map((value) => value.replaceAll(/\s+/g, ' ').trim());

const bookmark: fc.Arbitrary<Bookmark> = fc
  .record({
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    title: oneLine(20).map((title) => `${title}T`),
    excerpt: text(40),
    note: text(40),
    path: fc.webPath(),
    tags: fc.uniqueArray(
      oneLine(10)
        // A tag needs a letter and single spaces.
        .map((tag) => `t${tag.replaceAll(/ +/g, '')}`),
      { maxLength: 4 },
    ),
    cover: fc.constantFrom('', 'https://images.example.com/a,b.png'),
    createdAt: fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2026-01-01'),
      noInvalidDate: true,
    }),
  })
  .map(({ path, ...fields }) => ({
    ...fields,
    link: `https://tools.example.com${path}`,
    type: 'link',
    source: 'tools.example.com',
  }));

describe('writeBookmarksCsv', () => {
  it('writes a table that it reads back equally', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(bookmark, { selector: ({ id }) => id, maxLength: 12 }),
        async (bookmarks) =>
          expect(await readBack(writeBookmarksCsv(bookmarks))).toEqual(bookmarks),
      ),
      { numRuns: 200 },
    );
  });

  it('writes no cell that a spreadsheet executes', async () => {
    const formulas = [
      '=HYPERLINK("https://evil.example")',
      '＝1+1',
      '＋1',
      '－1',
      '＠sum',
      '+1',
      '-1',
      '@sum',
      "'=1",
      "''-1",
    ];
    const written = writeBookmarksCsv(
      formulas.map((title, index) => ({
        id: index + 1,
        title,
        excerpt: title,
        note: title,
        link: `https://tools.example.com/${index}`,
        tags: [title],
        type: 'link',
        source: 'tools.example.com',
        cover: '',
        createdAt: new Date('2024-01-09T07:00:00Z'),
      })),
    );
    const cells = (parse(written, { from_line: 2 }) as string[][]).flat();
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠\t\r]/.test(cell))).toEqual([]);
    expect((await readBack(written)).map(({ title, note }) => [title, note])).toEqual(
      formulas.map((title) => [title, title]),
    );
  });

  it('writes Raindrop’s format', () => {
    const csv = writeBookmarksCsv([
      {
        id: 101,
        title: 'Figma AI',
        excerpt: 'Design with "prompts".',
        note: '',
        link: 'https://www.figma.com/ai',
        tags: ['design', 'prototyping'],
        type: 'article',
        source: 'figma.com',
        cover: '',
        createdAt: new Date('2024-01-09T07:00:00Z'),
      },
    ]);
    expect(csv).toBe(
      '\uFEFFid,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\r\n' +
        '101,Figma AI,,"Design with ""prompts"".",https://www.figma.com/ai,,"design, prototyping",' +
        '2024-01-09T07:00:00.000Z,,,false\r\n',
    );
  });
});
