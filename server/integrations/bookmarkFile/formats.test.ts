// Exports of other programs are imported with all their content.
import type { FileBookmark, ParsedBookmarkFile } from '../../modules/sync/bookmarkFile.ts';
import { openUploadedFiles } from './bookmarkFile.ts';

async function parse(
  content: string | Buffer,
  name = 'export',
  dayMonthOrder?: 'dayFirst' | 'monthFirst',
): Promise<ParsedBookmarkFile> {
  const files = [{ name, bytes: Buffer.from(content as string) }];
  const source = openUploadedFiles(files, new Date('2026-11-29'), { dayMonthOrder });
  const [file] = await source.read(new AbortController().signal);
  return file!;
}

/** Fields of a row, without the empty ones. */
const brief = ({ bookmark, hasDate, folder, isPrivate, isUnread }: FileBookmark) => ({
  title: bookmark.title,
  ...(bookmark.tags.length > 0 && { tags: bookmark.tags }),
  ...(hasDate && { date: bookmark.createdAt.toISOString().slice(0, 10) }),
  ...(bookmark.excerpt && { excerpt: bookmark.excerpt }),
  ...(bookmark.note && { note: bookmark.note }),
  ...(folder.length > 0 && { folder: folder.join('/') }),
  ...(isPrivate && { isPrivate }),
  ...(isUnread && { isUnread }),
});

const tool = { title: 'Mixer', tags: ['sound', 'two words'], date: '2024-03-21' };

describe('recognises the export of', () => {
  const html = (body: string, head = '') =>
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${head}<H1>Bookmarks</H1>\n<DL><p>\n${body}\n</DL><p>`;
  const anchor = (attributes: string) =>
    `<DT><A HREF="https://mix.example.com/" ADD_DATE="1711000000" TAGS="sound,two words" ${attributes}>Mixer</A>`;

  it.each<[string, string, string, object]>([
    [
      'pocket',
      'a table',
      'title,url,time_added,tags,status\nMixer,https://mix.example.com/,1711000000,sound|two words,unread',
      { ...tool, isUnread: true },
    ],
    [
      'pocket',
      'HTML',
      '<html><head><title>Pocket Export</title></head><body><h1>Read Archive</h1><ul>\n<li><a href="https://mix.example.com/" time_added="1711000000" tags="sound,two words">Mixer</a></li></ul>',
      tool,
    ],
    [
      'instapaper',
      'a table',
      'URL,Title,Selection,Folder,Timestamp,Tags\nhttps://mix.example.com/,Mixer,Loud,Studio,1711000000,"[""sound"",""two words""]"',
      { ...tool, excerpt: 'Loud', folder: 'Studio' },
    ],
    [
      'wallabag',
      'a table',
      'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\nMixer;https://mix.example.com/;"<p>long; text</p>";"sound, two words";text/html;en;"21/03/2024 10:00:00"',
      tool,
    ],
    [
      'wallabag',
      'JSON',
      '[{"is_archived":0,"is_starred":0,"is_public":false,"tags":["sound","two words"],"id":7,"title":"Mixer","url":"https://mix.example.com/","content":"<p>long</p>","created_at":"2024-03-21T10:00:00+0300"}]',
      { ...tool, isUnread: true },
    ],
    [
      'readwise',
      'a table',
      `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nMixer,https://mix.example.com/,01h,"['sound', 'two words']",2024-03-21 10:00:00+00:00,0,later,True`,
      { ...tool, isUnread: true },
    ],
    [
      'omnivore',
      'JSON',
      '[{"slug":"m","title":"Mixer","description":"Loud","url":"https://mix.example.com/","state":"Archived","labels":["sound","two words"],"savedAt":"2024-03-21T10:00:00Z"}]',
      { ...tool, excerpt: 'Loud' },
    ],
    [
      'linkwarden',
      'JSON',
      '{"collections":[{"id":1,"name":"Work","parentId":null,"links":[]},{"id":2,"name":"Studio","parentId":1,"links":[{"name":"Mixer","url":"https://mix.example.com/","description":"Loud","tags":[{"name":"sound"},{"name":"two words"}],"createdAt":"2024-03-21T10:00:00Z"}]}]}',
      { ...tool, excerpt: 'Loud', folder: 'Work/Studio' },
    ],
    [
      'karakeep',
      'JSON',
      '{"bookmarks":[{"createdAt":1711000000,"title":"Mixer","tags":["sound","two words"],"lists":["b"],"content":{"type":"link","url":"https://mix.example.com/"},"note":"Mine"}],"lists":[{"id":"a","name":"Work","parentId":null},{"id":"b","name":"Studio","parentId":"a"}]}',
      { ...tool, note: 'Mine', folder: 'Work/Studio' },
    ],
    [
      'linkding',
      'JSON',
      '{"results":[{"url":"https://mix.example.com/","title":"Mixer","description":"Loud","notes":"Mine","unread":true,"shared":false,"tag_names":["sound","two words"],"date_added":"2024-03-21T10:00:00Z"}]}',
      { ...tool, excerpt: 'Loud', note: 'Mine', isUnread: true },
    ],
    [
      'linkding',
      'HTML',
      html(`${anchor('PRIVATE="1" TOREAD="0"')}\n<DD>Loud[linkding-notes]Mine[/linkding-notes]`),
      { ...tool, excerpt: 'Loud', note: 'Mine' },
    ],
    [
      'pinboard',
      'a table',
      'href,description,extended,shared,toread,tags,time\nhttps://mix.example.com/,Mixer,Loud,no,yes,sound two_words,2024-03-21T10:00:00Z',
      {
        ...tool,
        tags: ['sound', 'two_words'],
        excerpt: 'Loud',
        isPrivate: true,
        isUnread: true,
      },
    ],
    [
      'pinboard',
      'JSON',
      '[{"href":"https://mix.example.com/","description":"Mixer","extended":"Loud","time":"2024-03-21T10:00:00Z","shared":"no","toread":"yes","tags":"sound two_words"}]',
      {
        ...tool,
        tags: ['sound', 'two_words'],
        excerpt: 'Loud',
        isPrivate: true,
        isUnread: true,
      },
    ],
    [
      'shaarli',
      'JSON',
      '[{"url":"https://mix.example.com/","shorturl":"x","title":"Mixer","tags":["sound","two words"],"private":true,"created":"2024-03-21T10:00:00+00:00"}]',
      { ...tool, isPrivate: true },
    ],
    [
      'firefox',
      'JSON',
      '{"guid":"r","root":"placesRoot","title":"","children":[{"guid":"m","title":"menu","children":[{"guid":"b","title":"Mixer","dateAdded":1711000000000000,"uri":"https://mix.example.com/","tags":"sound,two words"}]}]}',
      { ...tool, folder: 'menu' },
    ],
    [
      'chrome',
      'JSON',
      '{"roots":{"bookmark_bar":{"name":"Bookmarks bar","type":"folder","children":[{"name":"Mixer","type":"url","url":"https://mix.example.com/","date_added":"13355473600000000"}]}},"version":1}',
      { title: 'Mixer', date: '2024-03-21', folder: 'Bookmarks bar' },
    ],
    [
      'safari',
      'HTML',
      html(
        `</DL><DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>\n<DL><p>${anchor('')}</DL>`,
      ),
      { ...tool, folder: 'Reading List', isUnread: true },
    ],
    [
      'opml',
      'an outline',
      '<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body><outline text="Work"><outline text="Mixer" type="rss" xmlUrl="https://mix.example.com/feed" htmlUrl="https://mix.example.com/" created="Thu, 21 Mar 2024 10:00:00 GMT" category="/sound,two words"/></outline></body></opml>',
      { ...tool, folder: 'Work' },
    ],
    [
      'xbel',
      'XML',
      '<?xml version="1.0"?><!DOCTYPE xbel><xbel version="1.0"><title>Mine</title><folder><title>Work</title><bookmark href="https://mix.example.com/" added="2024-03-21T10:00:00" tags="sound,two words"><title><![CDATA[Mixer]]></title><desc>Loud</desc></bookmark></folder></xbel>',
      { ...tool, excerpt: 'Loud', folder: 'Work' },
    ],
    [
      'csv',
      'buku as Markdown',
      '- [Mixer](https://mix.example.com/) <!-- TAGS: sound,two words -->',
      { title: 'Mixer', tags: ['sound', 'two words'] },
    ],
    [
      'csv',
      'buku as Org',
      '* [[https://mix.example.com/][Mixer]] :sound:two_words:',
      { title: 'Mixer', tags: ['sound', 'two_words'] },
    ],
    [
      'notion',
      'a table of properties with any names',
      'Инструмент,Где живёт,Полка,Нашли\nMixer,https://mix.example.com/,"sound, two words",21 марта 2024 г.',
      tool,
    ],
    [
      'csv',
      'no known program',
      'Ссылка;Название;Метки;Дата;Папка;Комментарий\nmix.example.com;Mixer;sound|two words;21.03.2024;Work / Studio;Mine',
      { ...tool, folder: 'Work/Studio', note: 'Mine' },
    ],
  ])('%s: %s', async (format, _kind, content, row) => {
    const name = format === 'notion' ? `Tools ${'0a'.repeat(16)}.csv` : 'export';
    const file = await parse(content, name);
    expect(file.leftOut).toEqual([]);
    expect({ format: file.format, rows: file.rows.map(brief) }).toEqual({ format, rows: [row] });
  });
});

it('treats a linkding bookmark as private only when others are shared', async () => {
  const entry = (at: number, shared: boolean) =>
    `{"url":"https://${at}.example.com","shared":${shared},"tag_names":[]}`;
  const read = async (...entries: string[]) =>
    (await parse(`[${entries.join()}]`)).rows.map(({ isPrivate }) => isPrivate);
  expect(await read(entry(1, false), entry(2, false))).toEqual([false, false]);
  expect(await read(entry(1, false), entry(2, true))).toEqual([true, false]);
});

it.each([
  ['LinkAce, public', 'url,visibility,status\nhttps://a.example.com,1,1', [false, false]],
  ['LinkAce, private', 'url,visibility,status\nhttps://a.example.com,3,1', [true, false]],
  ['a word', 'url,visibility,status\nhttps://a.example.com,private,unread', [true, true]],
  ['a number of a spreadsheet', 'url,private\nhttps://a.example.com,1.0', [true, false]],
  ['another one', 'url,public\nhttps://a.example.com,"0,0"', [true, false]],
  ['words', 'url,visibility\nhttps://a.example.com,Only me', [true, false]],
  ['words of an open one', 'url,private,shared\nhttps://a.example.com,0.0,1.0', [false, false]],
  ['sharing', '<dt><a href="https://a.example.com" shared="no">A</a>', [true, false]],
  [
    'an open one',
    '<dt><a href="https://a.example.com" shared="1" private="0">A</a>',
    [false, false],
  ],
  ['an attribute alone', '<dt><a href="https://a.example.com" data-private>A</a>', [true, false]],
  ['a sign', 'url,Is private?\nhttps://a.example.com,☑', [true, false]],
  ['a Russian word', 'url,Личное\nhttps://a.example.com,ага', [true, false]],
  ['an open word', 'url,private\nhttps://a.example.com,public', [false, false]],
])('reads flags of %s', async (_name, content, marks) => {
  const { rows } = await parse(content);
  expect(rows.map(({ isPrivate, isUnread }) => [isPrivate, isUnread])).toEqual([marks]);
});

it.each([
  [
    'HTML',
    '<dl><dt><h3 private="1">Own</h3><dl>#</dl><dt><a href="https://c.example.com">C</a></dl>',
  ],
  [
    'HTML, unshared',
    '<dl><dt><h3 shared="no">Own</h3><dl>#</dl><dt><a href="https://c.example.com">C</a></dl>',
  ],
])('treats everything in a private folder as private: %s', async (_name, content) => {
  const inside =
    '<dt><a href="https://a.example.com">A</a><dt><h3>Deep</h3><dl><dt><a href="https://b.example.com" private="0">B</a></dl>';
  const { rows } = await parse(content.replace('#', inside));
  expect(rows.map(({ bookmark, isPrivate }) => [bookmark.title, isPrivate])).toEqual([
    ['A', true],
    ['B', true],
    ['C', false],
  ]);
});

it.each([
  ['a link of Markdown', '[Wiki](https://a.example.com/b_(c))', 'b_(c)', 'Wiki'],
  ['a formula', '"=HYPERLINK(""https://a.example.com/b"";""Wiki"")"', 'b', 'Wiki'],
  ['words around it', 'see https://a.example.com/b.', 'b', 'a.example.com'],
  ['two addresses', '"https://a.example.com/b, https://c.example.com"', 'b', 'a.example.com'],
  ['curly marks', '“https://a.example.com/b”', 'b', 'a.example.com'],
  ['a reader', 'about:reader?url=https%3A%2F%2Fa.example.com%2Fb', 'b', 'a.example.com'],
  ['no scheme but slashes', '//a.example.com/b', 'b', 'a.example.com'],
  ['marks in its query', '"https://a.example.com/?q=""b"""', '?q=%22b%22', 'a.example.com'],
])('finds the address in a cell with %s', async (_name, cell, path, title) => {
  const { rows } = await parse(`title;url\n;${cell}`);
  expect(rows.map(({ bookmark }) => [bookmark.link, bookmark.title])).toEqual([
    [`https://a.example.com/${path}`, title],
  ]);
});

it.each([
  ['a table in one column', '"url;title;tags"\n"https://a.example.com;A ""b"";x"', 'A "b"', ['x']],
  [
    'a table of Markdown',
    '| url | title | tags |\n|---|:-:|---|\n| https://a.example.com | A | x |',
    'A',
    ['x'],
  ],
  ['words for nothing', 'url,title,tags,note\nhttps://a.example.com,A,NaN,NULL', 'A', undefined],
  [
    'a list of PostgreSQL',
    'url,title,tags\nhttps://a.example.com,A,"{x,""y, z""}"',
    'A',
    ['x', 'y', 'z'],
  ],
])('reads %s', async (_name, content, title, tags) => {
  const { rows, leftOut } = await parse(content);
  expect(rows.map(brief)).toEqual([{ title, ...(tags && { tags }) }]);
  expect(leftOut).toEqual([]);
});

it.each<[string, string, (string | undefined)[][]]>([
  [
    'names before addresses',
    'Mixer https://a.example.com/\nVoice, loud — https://b.example.com/\nhttps://c.example.com/',
    [['Mixer'], ['Voice, loud'], ['c.example.com']],
  ],
  [
    'bullets, numbers and links of Markdown',
    '- [Mixer](https://a.example.com/)\n2. Voice: https://b.example.com/ for actors\n• Sketch (https://c.example.com/)',
    [['Mixer'], ['Voice', 'for actors'], ['Sketch']],
  ],
  [
    'links of Markdown alone, in bold and with titles',
    '[Mixer](https://a.example.com/)\n- **[Voice](https://b.example.com/)** — for actors\n- [Sketch](https://c.example.com/ "Draws")',
    [['Mixer'], ['Voice', 'for actors'], ['Sketch', 'Draws']],
  ],
  [
    'titles over addresses',
    'Mixer\nhttps://a.example.com/\n\nVoice, loud\nhttps://b.example.com/\nSketch\nhttps://c.example.com/',
    [['Mixer'], ['Voice, loud'], ['Sketch']],
  ],
])('reads a list with %s', async (_name, content, rows) => {
  const file = await parse(content);
  expect(file.leftOut).toEqual([]);
  expect(file.rows.map(({ bookmark, notes }) => [bookmark.link, notes])).toEqual(
    ['a', 'b', 'c'].map((host) => [`https://${host}.example.com/`, []]),
  );
  expect(file.rows.map(({ bookmark }) => [bookmark.title, bookmark.excerpt || undefined])).toEqual(
    rows.map(([title, excerpt]) => [title, excerpt]),
  );
});

it('reports the lines of a list without an address', async () => {
  const file = await parse(
    'For the team:\nMixer https://a.example.com/\nVoice https://b.example.com/',
  );
  expect(file.rows.map(({ bookmark }) => bookmark.title)).toEqual(['Mixer', 'Voice']);
  expect(file.leftOut).toMatchObject([{ line: 1, text: 'For the team:' }]);
});

it('reports invalid lines of JSON lines', async () => {
  const lines = [
    '{"url":"https://a.example.com"}',
    '{"url":"https://b.',
    '{"url":"https://c.example.com"},',
  ];
  const file = await parse(lines.join('\n'));
  expect(file.rows).toHaveLength(2);
  expect(file.leftOut).toMatchObject([{ line: 2, code: 'jsonBroken', text: lines[1] }]);
});

it('reports unnamed columns with content', async () => {
  const { rows } = await parse('url,title,,\nhttps://a.example.com,A,more,\n');
  expect(rows[0]?.notes).toEqual([{ code: 'cellsLeftOut', params: { text: 'more' } }]);
});

it.each([
  ['seconds', '1711000000', '2024-03-21T05:46:40.000Z'],
  ['milliseconds', '1711000000000', '2024-03-21T05:46:40.000Z'],
  ['microseconds since 1601', '13355473600000000', '2024-03-21T05:46:40.000Z'],
  ['ISO with a zone', '2024-03-21T10:00:00+0300', '2024-03-21T07:00:00.000Z'],
  ['full stops', '21.03.2024 10:15', '2024-03-21T10:15:00.000Z'],
  ['Russian words', '21 мар. 2024', '2024-03-21T00:00:00.000Z'],
  ['a Russian genitive', '21 марта 2024 г., 10:15', '2024-03-21T10:15:00.000Z'],
  ['English words', 'Mar 21st, 2024 10:15 PM', '2024-03-21T22:15:00.000Z'],
  ['a mail date', 'Thu, 21 Mar 2024 10:15:00 +0300', '2024-03-21T07:15:00.000Z'],
  ['American figures', '3/21/2024 12:15 AM', '2024-03-21T00:15:00.000Z'],
  ['a serial number of Excel', '45372,5', '2024-03-21T12:00:00.000Z'],
  ['seconds that a spreadsheet shortened', '1.711E+09', '2024-03-21T05:46:40.000Z'],
  ['French words', '21 août 2024', '2024-08-21T00:00:00.000Z'],
  ['Ukrainian words', '21 березня 2024', '2024-03-21T00:00:00.000Z'],
  ['ISO with a named zone', '2024-03-21T10:00:00+03:00[Europe/Moscow]', '2024-03-21T07:00:00.000Z'],
  ['a Russian weekday', 'чт, 21.03.2024', '2024-03-21T00:00:00.000Z'],
  ['the time of Moscow', '21.03.2024 10:15 МСК', '2024-03-21T07:15:00.000Z'],
  ['the time of a named zone', 'Thu Mar 21 10:15:00 EDT 2024', '2024-03-21T14:15:00.000Z'],
  ['an offset in brackets', 'March 21, 2024 10:15 AM (GMT+3)', '2024-03-21T07:15:00.000Z'],
  ['groups of figures', '1 711 000 000', '2024-03-21T05:46:40.000Z'],
  ['a date of .NET', '/Date(1711000000000+0300)/', '2024-03-21T05:46:40.000Z'],
  ['ISO without signs', '20240321T101500Z', '2024-03-21T10:15:00.000Z'],
  ['a week', '2024-W12-4', '2024-03-21T00:00:00.000Z'],
  ['a day of the year', '2024-081', '2024-03-21T00:00:00.000Z'],
  ['a year', '2024', '2024-01-01T00:00:00.000Z'],
  ['invisible marks', '\u200E21\u200E.\u200E03\u200E.\u200E2024', '2024-03-21T00:00:00.000Z'],
])('reads a date in %s', async (_name, written, expected) => {
  const { rows } = await parse(`url;date\nhttps://a.example.com;${written}`);
  expect(rows.map(({ bookmark }) => bookmark.createdAt.toISOString())).toEqual([expected]);
});

it.each<[string, string, string[]]>([
  [
    'addresses',
    '["https://a.example.com/","https://b.example.com/"]',
    ['a.example.com', 'b.example.com'],
  ],
  [
    'names and addresses',
    '{"Mixer":"https://a.example.com/","Voice":"https://b.example.com/"}',
    ['Mixer', 'Voice'],
  ],
  [
    'addresses as keys',
    '{"https://a.example.com/":{"title":"Mixer"},"https://b.example.com/":"Voice"}',
    ['Mixer', 'Voice'],
  ],
])('reads JSON of %s', async (_name, content, titles) => {
  const { rows, leftOut } = await parse(content);
  expect(rows.map(({ bookmark }) => [bookmark.link, bookmark.title])).toEqual([
    ['https://a.example.com/', titles[0]],
    ['https://b.example.com/', titles[1]],
  ]);
  expect(leftOut).toEqual([]);
});

it.each([
  [
    'several columns',
    'url,tag1,tag2,category\nhttps://a.example.com,sound,,"x, y"',
    ['sound', 'x', 'y'],
  ],
  ['Chinese commas', 'url,tags\nhttps://a.example.com,"sound、x，y"', ['sound', 'x', 'y']],
  [
    'signs in one row',
    'url,tags\nhttps://a.example.com,#sound #x\nhttps://b.example.com,"v, w"',
    ['sound', 'x'],
  ],
])('reads tags in %s', async (_name, content, tags) => {
  const { rows } = await parse(content);
  expect(rows[0]?.bookmark.tags).toEqual(tags);
});

it('reads quotation marks escaped with backslashes', async () => {
  const { rows } = await parse(
    String.raw`url,title
"https://a.example.com","Say \"hi\", \"yes\""
"https://b.example.com","C:\tools\"
`,
  );
  expect(rows.map(({ bookmark, notes }) => [bookmark.title, notes])).toEqual([
    ['Say "hi", "yes"', []],
    ['C:\\tools\\', []],
  ]);
});

it('drops impossible dates, and keeps their rows', async () => {
  const dates = ['-1', '631000000', '1900000000', '32.01.2024', 'soon'];
  const lines = dates.map((date, at) => `https://${at}.example.com;${date}`);
  const { rows } = await parse(['url;date', ...lines].join('\n'));
  expect(rows.map(({ hasDate, notes }) => [hasDate, notes[0]?.code])).toEqual([
    [false, 'dateOutOfRange'],
    [false, 'dateOutOfRange'],
    [false, 'dateOutOfRange'],
    [false, 'dateUnreadable'],
    [false, 'dateUnreadable'],
  ]);
});

it('detects the order of day and month for the whole file, or reports that it is ambiguous', async () => {
  const dates = async (days: string[], order?: 'monthFirst') => {
    const lines = days.map((day, at) => `https://${at}.example.com,${day}`);
    const file = await parse(['url,date', ...lines].join('\n'), 'export', order);
    return [
      file.dayMonthOrder,
      file.rows.map(({ bookmark }) => bookmark.createdAt.toISOString().slice(0, 10)),
    ];
  };
  const example = '02/03/2024';
  expect(await dates([example, '03/21/2024'])).toEqual([
    { order: 'monthFirst', isAmbiguous: false, example },
    ['2024-02-03', '2024-03-21'],
  ]);
  expect(await dates([example, '21/03/2024'])).toMatchObject([
    { order: 'dayFirst' },
    ['2024-03-02', '2024-03-21'],
  ]);
  expect(await dates([example])).toEqual([
    { order: 'dayFirst', isAmbiguous: true, example },
    ['2024-03-02'],
  ]);
  expect(await dates([example], 'monthFirst')).toEqual([
    { order: 'monthFirst', isAmbiguous: false, example },
    ['2024-02-03'],
  ]);
});

it('loses only the bookmark with the missing quotation mark', async () => {
  const file = await parse(`<dl>
<dt><h3>Lost list</h3>
<dt><a href="https://one.example.com/" tags="a>One</a>
<dt><a href="https://two.example.com/>Two</a>
<dt><a href="https://three.example.com/ add_date="1711000000" tags="b">Three</a>
<dt><a href=https://four.example.com/ private=1>Four
<dt><a href="https://five.example.com/" add_date="1711000000`);
  expect(file.rows.map(brief)).toEqual([
    { title: 'One', tags: ['a'], folder: 'Lost list' },
    { title: 'Two', folder: 'Lost list' },
    { title: 'Four', folder: 'Lost list', isPrivate: true },
    { title: 'five.example.com', date: '2024-03-21', folder: 'Lost list' },
  ]);
  expect(file.leftOut).toMatchObject([
    { line: 5, code: 'addressSuspicious', text: 'https://three.example.com/ add_date=' },
  ]);
});

it('uses ids and removes formula guards in files of Loadout only', async () => {
  const header = 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite';
  const row = (id: string, at: number, folder = '') =>
    `${id},'=1 ${at},,,https://${at}.example.com,${folder},,,,,false`;
  const read = async (...lines: string[]) =>
    (await parse(lines.join('\n'))).rows.map(({ bookmark, hasOwnId }) => [
      bookmark.title,
      hasOwnId,
    ]);
  expect(await read(header, row('7', 1), row('"4,55E+15"', 2))).toEqual([
    ['=1 1', true],
    ['=1 2', false],
  ]);
  // Ids of sixteen digits that a spreadsheet has rounded.
  expect(await read(header, row('4503599627370500', 1), row('4503599627370510', 2))).toEqual([
    ['=1 1', false],
    ['=1 2', false],
  ]);
  expect(await read(header, row('7', 1, 'Tools'))).toEqual([["'=1 1", true]]);
  expect(await read('id,title,url', "7,'=1,https://1.example.com")).toEqual([["'=1", false]]);
});

it('decodes each line of a concatenated file separately', async () => {
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  const utf8 = 'url,title\nhttps://a.example.com,Голос для любых игр\nhttps://b.example.com,';
  const { rows } = await parse(Buffer.concat([Buffer.from(utf8), cyrillic]));
  expect(rows.map(({ bookmark }) => bookmark.title)).toEqual(['Голос для любых игр', 'Привет']);
});
