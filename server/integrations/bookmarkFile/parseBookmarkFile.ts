// Parsing of a bookmark file: encoding, format, rows.
import type {
  BookmarkFileOptions,
  LeftOutRow,
  ParsedBookmarkFile,
} from '../../modules/sync/bookmarkFile.ts';
import { declaredEncodings } from '../../shared/htmlTokenizer.ts';
import { decodeText } from '../../shared/decodeText.ts';
import { createYieldingScheduler } from '../../shared/yieldingScheduler.ts';
import { readCsv, type RawFile } from './csvRows.ts';
import { htmlFormat, readHtml } from './htmlRows.ts';
import { readJson } from './jsonRows.ts';
import type { BrokenRow, RawRow } from './rawRow.ts';
import { createRowResolver, dayMonthOrder, leaveOutBroken } from './resolveRows.ts';
import { readXml, xmlFormat } from './xmlRows.ts';

/** Maximum length of a list of omitted rows. */
const leftOutKept = 10_000;

export interface ParseOptions extends BookmarkFileOptions {
  writtenAt: Date;
  now: Date;
  signal: AbortSignal;
}

/** The parsed file, or the reason why it is no export of bookmarks. */
export async function parseBookmarkFile(
  name: string,
  bytes: Uint8Array,
  options: ParseOptions,
): Promise<ParsedBookmarkFile | { refusal: string }> {
  const decoded = decodeText(bytes, encodingClaims(bytes, options.encoding));
  if (decoded === null)
    return {
      refusal: 'it is not text in a known encoding; save a spreadsheet as CSV, unpack an archive',
    };
  const { text, encoding } = decoded;
  if (text.trim() === '') return { refusal: 'it is empty' };
  const raw = openRows(text, name);
  if ('refusal' in raw) return raw;
  const turns = createTurns(options.signal);
  const rows: RawRow[] = [];
  const broken: BrokenRow[] = [];
  let leftOutCount = 0;
  for (const entry of raw.entries) {
    const turn = turns();
    if (turn) await turn;
    if (entry === null) continue;
    if (!('code' in entry)) rows.push(entry);
    else if ((leftOutCount += 1) <= leftOutKept) broken.push(entry);
  }
  // Linkding's bookmarks are unshared by default: when none is shared, the flag has no meaning.
  if (raw.format === 'linkding' && rows.every(({ isPrivate }) => isPrivate))
    for (const row of rows) row.isPrivate = false;
  const isOurs =
    raw.format === 'raindrop' && raw.hasIds && rows.every(({ isLoadout }) => isLoadout);
  const order = dayMonthOrder(rows, options);
  const resolve = createRowResolver(rows, order?.order ?? 'dayFirst', {
    ...options,
    isOurs,
    hasOwnIds: raw.hasIds,
    tagSeparator: raw.tagSeparator,
  });
  const file: ParsedBookmarkFile = {
    name,
    format: isOurs ? 'loadout' : raw.format,
    encoding,
    dayMonthOrder: order,
    rows: [],
    leftOut: broken.map(leaveOutBroken),
    leftOutCount,
    ignoredColumns: raw.ignoredColumns,
  };
  for (const row of rows) {
    const turn = turns();
    if (turn) await turn;
    const resolved = resolve(row);
    if ('bookmark' in resolved) file.rows.push(resolved);
    else if ((file.leftOutCount += 1) <= leftOutKept) file.leftOut.push(resolved);
  }
  file.leftOut.sort((one: LeftOutRow, other: LeftOutRow) => one.line - other.line);
  return file;
}

/** The user's choice, then the declaration of HTML. Valid UTF-8 overrides both. */
function encodingClaims(bytes: Uint8Array, chosen: string | undefined): string[] {
  const isHtml = /^\s*</.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));
  return ['utf-8', ...(chosen ? [chosen] : []), ...(isHtml ? declaredEncodings(bytes) : [])];
}

function openRows(text: string, name: string): RawFile | { refusal: string } {
  const markup = { tagSeparator: ',', hasIds: false, ignoredColumns: [] };
  const xml = xmlFormat(text);
  if (xml) return { ...markup, format: xml, entries: readXml(text, xml) };
  const format = htmlFormat(text);
  if (format === 'other')
    return /^\s*<\?xml/i.test(text)
      ? { refusal: 'it is XML; export bookmarks as HTML, CSV, JSON, OPML or XBEL' }
      : { refusal: 'it is HTML, but no bookmark file' };
  if (format === null) return readJson(text) ?? readCsv(text, name);
  return { ...markup, format, entries: readHtml(text, format) };
}

/** Yields to other work at times, and throws when the signal is aborted. */
function createTurns(signal: AbortSignal): () => Promise<void> | undefined {
  const scheduler = createYieldingScheduler();
  return () => scheduler.next()?.then(() => signal.throwIfAborted());
}
