// Parsing of tables: delimiters, line numbers, faults and the row limit.
import { readCsvTable } from './csvTable.ts';

const most = 3;

test.each([',', ';', '\t'])(
  'reads cells separated by %j, trimmed, with the lines where rows begin',
  (sign) => {
    const text = ['\uFEFFid,name', '1,"two\nlines"', '', ' 2 , b ', ''].join('\r\n');
    expect(readCsvTable(text.replaceAll(',', sign), most)).toEqual({
      header: ['id', 'name'],
      hasMore: false,
      lines: [
        { line: 2, cells: ['1', 'two\nlines'] },
        { line: 5, cells: ['2', 'b'] },
      ],
    });
  },
);

test('skips the separator line of Excel', () => {
  expect(readCsvTable('\uFEFFsep=;\r\nid;name\r\n1;a,b\r\n', most)).toEqual({
    header: ['id', 'name'],
    hasMore: false,
    lines: [{ line: 3, cells: ['1', 'a,b'] }],
  });
});

test('reports the line of a syntax error', () => {
  expect(readCsvTable('id\n1\n"2\n', most)).toEqual({ brokenAt: 3 });
});

test.each([
  ['rows', 'id\n1\n2\n3\n4\n'],
  ['rows of empty cells', 'id,name\n,\n,\n,\n1,a\n'],
])('stops after the row limit and does not parse the rest: %s', (_name, text) => {
  // The unclosed quotation mark would be an error if it were read.
  const table = readCsvTable(`${text}"5`, most);
  expect(table).toMatchObject({ hasMore: true });
  expect('lines' in table && table.lines.length).toBeLessThanOrEqual(most);
});
