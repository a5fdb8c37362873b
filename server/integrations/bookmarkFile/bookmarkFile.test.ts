import { mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Bookmark,
  BookmarkPage,
  UnreadableBookmark,
} from '../../modules/sync/bookmarkProvider.ts';
import type { FileBookmark, ParsedBookmarkFile } from '../../modules/sync/bookmarkFile.ts';
import { limits } from '../../config/limits.ts';
import { addressId } from './resolveRows.ts';
import { openBookmarkFile, openUploadedFiles } from './bookmarkFile.ts';

const fixture = (name: string) => join(import.meta.dirname, '../../testing/fixtures', name);
const header = 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loadout bookmarks '));
});
afterAll(() => rm(directory, { recursive: true }));

let files = 0;
async function fileWith(content: string | Buffer): Promise<string> {
  const path = join(directory, `export-${(files += 1)}`);
  await writeFile(path, content);
  return path;
}

async function readAll(path: string, signal = new AbortController().signal) {
  const bookmarks: Bookmark[] = [];
  const unreadable: UnreadableBookmark[] = [];
  const pageLengths: number[] = [];
  for await (const page of openBookmarkFile(path).pages(signal)) {
    bookmarks.push(...page.bookmarks);
    unreadable.push(...page.unreadable);
    pageLengths.push(page.bookmarks.length + page.unreadable.length);
  }
  return { bookmarks, unreadable, pageLengths };
}

/** Parses a file by its path, or one with these lines. */
async function parse(...lines: string[]): Promise<ParsedBookmarkFile> {
  const [path = ''] = lines.length === 1 ? lines : [await fileWith(lines.join('\n'))];
  const [file] = await openBookmarkFile(path).read(new AbortController().signal);
  return file!;
}

/** Notes of the rows that have any. */
const notesOf = (rows: readonly FileBookmark[]) =>
  Object.fromEntries(
    rows
      .filter(({ notes }) => notes.length > 0)
      .map(({ bookmark, notes }) => [
        bookmark.title,
        notes.map(({ code, params }) => [code, params]),
      ]),
  );

async function readCsv(...lines: string[]) {
  return readAll(await fileWith(lines.join('\n')));
}

describe('a Raindrop CSV export', () => {
  it('returns its valid rows', async () => {
    const { bookmarks } = await readAll(fixture('raindropExport.csv'));
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'Figma AI',
      'Notion AI',
      'No such day',
      'Too few columns',
      'A lost mark',
      'After the lost mark',
      'The same id',
      'Without id',
      'Odd id',
      'Last',
    ]);
    expect(bookmarks[0]).toEqual({
      id: 101,
      title: 'Figma AI',
      excerpt: 'Design with "prompts", not layers.',
      note: '',
      link: 'https://www.figma.com/ai',
      tags: ['design', 'prototyping'],
      type: 'link',
      source: 'figma.com',
      cover: 'https://images.example.com/figma.png',
      createdAt: new Date('2024-01-09T07:00:00Z'),
    });
    expect(bookmarks[1]?.note).toBe('Первая строка\nвторая, с запятой\n\nи "кавычками"');
    expect(bookmarks[7]).toMatchObject({
      id: addressId('https://without.example.com'),
      tags: [],
      cover: '',
      createdAt: new Date('2024-01-10T07:00:00Z'),
    });
  });

  it('reports each broken row with line and reason', async () => {
    const { unreadable } = await readAll(fixture('raindropExport.csv'));
    expect(unreadable).toMatchObject([
      { where: 'line 7', reason: 'the address is missing', code: 'addressMissing' },
      {
        where: 'line 8',
        reason: 'the address begins with javascript: instead of http or https',
        code: 'addressKind',
        params: { scheme: 'javascript:' },
        text: 'javascript:alert(1)',
      },
    ]);
  });

  it('keeps rows with an unreadable cell, and reports the cell', async () => {
    const { rows } = await parse(fixture('raindropExport.csv'));
    expect(notesOf(rows)).toEqual({
      'No such day': [['dateUnreadable', { text: '2024-02-30T14:00:00.000Z' }]],
      'A lost mark': [['quoteRepaired', {}]],
      'The same id': [['idTwice', { text: '101', line: 2 }]],
      'Odd id': [['idUnreadable', { text: 'x' }]],
    });
  });

  it('accepts several delimiters and line ends', async () => {
    for (const delimiter of [';', '\t']) {
      const row = ['One, or two', 'https://one.example.com', 'a, b'].join(delimiter);
      const { bookmarks } = await readCsv(['title', 'url', 'tags'].join(delimiter), row);
      expect(bookmarks).toMatchObject([{ title: 'One, or two', tags: ['a', 'b'] }]);
    }
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = ['title,url', '"One\nand more",https://one.example.com', 'Two,here'].join(end);
      const { bookmarks, unreadable } = await readAll(await fileWith(rows));
      expect(bookmarks).toMatchObject([{ title: 'One and more' }]);
      expect(unreadable).toMatchObject([{ where: 'line 4', reason: 'the address cannot be read' }]);
    }
  });

  it('keeps misplaced quotation marks, and omits cells beyond the header', async () => {
    const { bookmarks, unreadable } = await readCsv(
      'title,url',
      'A 24" screen,https://one.example.com',
      '"Two",https://two.example.com',
      '"Three\nwith lines",https://three.example.com,and more',
      'Four,https://four.example.com',
    );
    expect(bookmarks.map(({ title }) => title)).toEqual([
      'A 24" screen',
      'Two',
      'Three with lines',
      'Four',
    ]);
    expect(unreadable).toEqual([]);
  });

  it('defaults the date to the file’s time, and the title to the host', async () => {
    const path = await fileWith('url\nhttps://www.example.com/a\n');
    const written = new Date('2024-05-06T07:08:09Z');
    await utimes(path, written, written);
    expect((await readAll(path)).bookmarks).toMatchObject([
      { title: 'example.com', createdAt: written },
    ]);
  });

  it('merges rows of the same page: all tags, the longest text, the earliest date', async () => {
    const { rows } = await parse(
      'url,title,tags,description,date,folder,private',
      'https://one.example.com/,One,"a,b",,2024-01-09,Work,',
      'http://www.one.example.com?utm_source=x,Again,"b,c",The only text,2024-01-08,Home,yes',
    );
    expect(rows).toMatchObject([
      {
        bookmark: {
          title: 'One',
          tags: ['a', 'b', 'c'],
          excerpt: 'The only text',
          createdAt: new Date('2024-01-08'),
        },
        folder: ['Work'],
        otherFolders: [['Home']],
        isPrivate: true,
        notes: [{ code: 'samePage', params: { lines: '3' } }],
      },
    ]);
  });

  it('keeps two bookmarks of one page with different ids', async () => {
    const page = 'https://one.example.com';
    expect((await readCsv(header, `1,,,,${page}`, `2,,,,${page}`)).bookmarks).toHaveLength(2);
  });

  it.each([
    ['title', limits.bookmark.title, 'titleCut'],
    ['excerpt', limits.bookmark.text, 'excerptCut'],
    ['note', limits.bookmark.text, 'noteCut'],
    ['tags', limits.bookmark.tag, 'tagLeftOut'],
  ])('cuts a %s over its limit with a note', async (column, most, code) => {
    const { rows } = await parse(
      `url,${column}`,
      `https://a.example.com,${'я'.repeat(most)}`,
      `https://b.example.com,${'я'.repeat(most + 1)}`,
    );
    expect(rows.map(({ notes }) => notes)).toMatchObject([[], [{ code, params: { most } }]]);
  });

  it('refuses an address over its limit', async () => {
    const base = 'https://a.example.com/';
    const fits = base.padEnd(limits.bookmark.addressBytes, 'a');
    const { bookmarks, unreadable } = await readCsv('url', fits, `${fits}a`);
    expect(bookmarks.map(({ link }) => link)).toEqual([fits]);
    expect(unreadable).toMatchObject([
      { where: 'line 3', reason: 'the address is longer than 8192 bytes' },
    ]);
  });

  it('refuses a password in the address and repairs blanks', async () => {
    const { bookmarks, unreadable } = await readCsv(
      'url',
      'https://me:secret@one.example.com',
      ' HTTPS://two.example.com/a b ',
    );
    expect(unreadable).toMatchObject([
      { where: 'line 2', reason: 'the address holds a user name or a password' },
    ]);
    expect(bookmarks.map(({ link }) => link)).toEqual(['https://two.example.com/a%20b']);
  });
});

describe('a Netscape HTML export', () => {
  it('returns its bookmarks in all folders', async () => {
    const { bookmarks } = await readAll(fixture('netscapeBookmarks.html'));
    expect(bookmarks).toMatchObject([
      {
        id: addressId('https://www.figma.com/ai?a=1&b=2'),
        title: 'Figma & AI',
        excerpt: 'Design with "prompts",\nnot layers.',
        note: '',
        link: 'https://www.figma.com/ai?a=1&b=2',
        tags: ['design', 'prototyping'],
        source: 'figma.com',
        cover: 'https://images.example.com/figma.png',
        createdAt: new Date('2024-01-09T07:00:00Z'),
      },
      {
        title: 'Пишет и отвечает',
        excerpt: '',
        tags: [],
        cover: 'https://images.example.com/notion.png',
      },
      { title: 'Without a date', link: 'https://unknown.example.com/' },
      { title: 'Odd date' },
      { title: 'last.example.com', excerpt: 'Last line\nand one more' },
    ]);
  });

  it('reports each broken entry with line and reason', async () => {
    const { unreadable } = await readAll(fixture('netscapeBookmarks.html'));
    expect(unreadable).toMatchObject([
      {
        where: 'line 16',
        reason: 'the address begins with javascript: instead of http or https',
      },
      { where: 'line 22', reason: 'the address is missing', text: 'No address' },
    ]);
  });
});

describe('a file that is no export', () => {
  const others: [string, string | Buffer, string][] = [
    ['blank', ' \n\n', 'it is empty'],
    ['binary', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0]), 'it is not text'],
    ['another CSV', 'name,price\na,1\n', 'it has no column named url'],
    ['plain text', 'Dear all,\nno bookmarks here.', 'it has no column named url'],
    ['JSON without bookmarks', '{"name": "x"}', 'its JSON holds no bookmarks'],
    ['JSON that breaks off', '[{"url": "https://exa', 'its JSON is broken'],
    ['a web page', '<!doctype html><a href="https://example.com">a</a>', 'no bookmark file'],
  ];

  it('is refused with the reason', async () => {
    for (const [, content, reason] of others) {
      const path = await fileWith(content);
      await expect(readAll(path)).rejects.toMatchObject({
        name: 'DomainError',
        code: 'INVALID',
        reason: 'notABookmarkFile',
        message: expect.stringContaining(reason),
      });
    }
  });

  it('is refused when it is missing or a directory', async () => {
    const refused = (message: string) => ({
      code: 'INVALID',
      message: expect.stringContaining(message),
    });
    await expect(readAll(join(directory, 'none'))).rejects.toMatchObject(refused('no such file'));
    await expect(readAll(directory)).rejects.toMatchObject(refused('it is a directory'));
    await expect(readAll('/dev/null')).rejects.toMatchObject(refused('no ordinary file'));
  });

  it('is refused when it is larger than 64 MB', async () => {
    const path = await fileWith('a');
    await truncate(path, limits.bookmark.fileBytes + 1);
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('larger than 64 MB'),
    });
  });
});

it('stops on abort', async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => `https://example.com/${at}`);
  const path = await fileWith(['url', ...rows].join('\n'));
  await expect(readAll(path, AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  const controller = new AbortController();
  const read = async () => {
    for await (const page of openBookmarkFile(path).pages(controller.signal)) {
      expect(page.bookmarks).toHaveLength(500);
      controller.abort(new Error('stop'));
    }
  };
  await expect(read()).rejects.toThrow('stop');
});

const uploaded = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
async function pagesOfUploaded(
  files: readonly { name: string; bytes: Buffer }[],
  signal = new AbortController().signal,
): Promise<BookmarkPage[]> {
  const pages: BookmarkPage[] = [];
  for await (const page of openUploadedFiles(files, new Date()).pages(signal)) pages.push(page);
  return pages;
}

it.each([
  ['a table with a lost mark', `url,title\n1,"${'x\n'.repeat(600_000)}`],
  ['a page of strokes', `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${'<'.repeat(3_000_000)}`],
])('stops on abort and yields to others, also in %s', async (_what, text) => {
  const controller = new AbortController();
  let scheduler = 0;
  const others = setInterval(() => {
    scheduler += 1;
    if (scheduler === 3) controller.abort(new Error('stop'));
  }, 1);
  try {
    await expect(pagesOfUploaded([uploaded('a', text)], controller.signal)).rejects.toThrow('stop');
  } finally {
    clearInterval(others);
  }
  expect(scheduler).toBeGreaterThanOrEqual(3);
});

it('is refused when uploaded files contain no bookmark', async () => {
  await expect(
    pagesOfUploaded([uploaded('one.csv', 'url,title\n'), uploaded('two.csv', `${header}\n\n`)]),
  ).rejects.toMatchObject({
    code: 'INVALID',
    reason: 'notABookmarkFile',
    message: 'one.csv, two.csv is no export of bookmarks: it holds none.',
    facts: { file: 'one.csv, two.csv' },
  });
  const many = Array.from({ length: 11 }, (_, n) => uploaded(`${n}.csv`, 'url,title\n'));
  await expect(pagesOfUploaded(many)).rejects.toMatchObject({
    facts: { file: '0.csv, 1.csv, 2.csv, 3.csv, 4.csv, 5.csv, 6.csv, 7.csv, 8.csv, 9.csv, …' },
  });
  const pages = await pagesOfUploaded([
    uploaded('one.csv', 'url,title\n'),
    uploaded('two.csv', 'url\nhttps://one.example.com'),
  ]);
  expect(pages.flatMap(({ bookmarks }) => bookmarks)).toHaveLength(1);
});

describe('files of other tools', () => {
  // Quadratic time would take many minutes for each.
  it.each([
    ['.', 'x'],
    ["'", 'x'],
    [']', 'x'],
    ['[', 'x'],
    [')', ''],
  ])('may contain long runs of %s', async (sign, end) => {
    const lines = Array.from(
      { length: 6 },
      (_, at) => `https://a${at}.example.com/${sign.repeat(90_000)}${end}`,
    );
    const page = 'https://after.example.com/';
    const { bookmarks } = await readAll(await fileWith([...lines, page].join('\n')));
    expect(bookmarks.map(({ link }) => link)).toContain(page);
  });

  it('keep their derived ids for ever, since databases store them', () => {
    expect(addressId('https://www.example.com/a/')).toBe(4_563_848_915_517_461);
    expect(addressId('http://example.com/a')).toBe(4_563_848_915_517_461);
  });
});
