// Rows are taken apart many at once, which nobody is to notice but by the time.
import { limits } from '../../limits.ts';
import fc from '../../testing/fastCheck.ts';
import { readCsv, type CsvRow } from './csvRows.ts';

function linesOf(text: string, atOnce?: number): (CsvRow | null)[] {
  const csv = readCsv(text, atOnce);
  if ('refusal' in csv) throw new Error(csv.refusal);
  return [...csv.rows];
}

const rowsOf = (text: string, atOnce?: number) => linesOf(text, atOnce).filter((row) => row);

const piece = fc.constantFrom('"', '""', ',', 'a', '"b"', '"c,\n"', 'd,e\n', '\n', '\r\n', '\r');

test('rows and faults are the same however many are taken apart at once', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = `url,title\n${pieces.join('')}`;
      const oneByOne = rowsOf(text, 0);
      for (const atOnce of [12, undefined]) expect(rowsOf(text, atOnce)).toEqual(oneByOne);
    }),
    { numRuns: 1_000 },
  );
});

test('sound rows behind a broken one and a sound one come as they stand', () => {
  const row = (at: number) => `https://one.example.com/${at},"Row ${at}, and\nmore"`;
  const lines = Array.from({ length: 2_000 }, (_, at) => row(at));
  lines[700] = 'a"b"';
  const rows = rowsOf(['url,title', ...lines].join('\n'));
  expect(rows).toHaveLength(2_000);
  expect(rows[700]).toEqual({ line: 1_402, reason: 'a quotation mark is misplaced' });
  expect(rows[701]).toMatchObject({ row: { line: 1_403, title: 'Row 701, and\nmore' } });
  expect(rows.at(-1)).toMatchObject({ row: { line: 3_999, link: 'https://one.example.com/1999' } });
});

test('behind a lost mark, each line that begins no row leaves others a turn, and is not named', () => {
  const lines = linesOf(`url,title\n"\n${'x\n'.repeat(3_000)}`);
  expect(lines).toHaveLength(3_001);
  expect(lines.filter((line) => line)).toEqual([
    { line: 2, reason: 'a quotation mark is not closed' },
  ]);
});

test('a row that is too long is taken for none, and those around it come as they stand', () => {
  const longest = limits.bookmark.rowCharacters;
  const sound = (title: string) => `https://one.example.com,${title}`;
  const whole = sound('x'.repeat(longest - sound('').length));
  const rows = rowsOf(['url,title', sound('One'), whole, `${whole}x`, sound('Two')].join('\n'));
  expect(rows).toMatchObject([
    { row: { title: 'One' } },
    { row: { line: 3 } },
    { line: 4, reason: 'it is longer than 300000 characters' },
    { row: { title: 'Two' } },
  ]);
  expect(readCsv(`url,${'x'.repeat(longest)}\n${sound('One')}`)).toEqual({
    refusal: 'its first line is no header: it is longer than 300000 characters',
  });
  // A lost mark is looked for as far as a row may go.
  const lost = rowsOf(`url,title\n"${'x\n'.repeat(longest)}${sound('Three')}`);
  expect(lost.length).toBeGreaterThan(longest / 4);
  expect(lost[0]).toEqual({ line: 2, reason: 'a quotation mark is not closed' });
  expect(lost.at(-1)).toMatchObject({ row: { title: 'Three' } });
});

test.each([
  ['Notion', 'Name,URL,Tags,Notes', 'N,https://n.example.com,t,o'],
  ['a sheet in Russian', 'Название;Ссылка;Теги;Комментарий', 'N;https://n.example.com;t;o'],
])('knows the columns of %s', (_whose, header, line) => {
  expect(rowsOf(`${header}\n${line}`)).toEqual([
    {
      row: expect.objectContaining({
        title: 'N',
        link: 'https://n.example.com',
        tags: 't',
        note: 'o',
      }),
    },
  ]);
});

test('a name of its own comes before those of others', () => {
  const [found] = rowsOf(
    'name,title,link,url\nother,own,https://other.example.com,https://own.example.com',
  );
  expect(found).toMatchObject({ row: { title: 'own', link: 'https://own.example.com' } });
});
