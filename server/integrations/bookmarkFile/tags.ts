// Splitting of tags; the separator is detected per file.

/** A quoted text is one tag that contains the separator. */
const quoted = /^"((?:[^"]|"")*)"$/;
const hashTags = /^\s*#[^\s#,;|]+(?:[\s,;]+#[^\s#,;|]+)*\s*$/;
/** Placeholders for an empty list of tags. */
const noTags = /^\s*(?:none|null|nan|no_tag)\s*$/i;
const list = /^\s*(?:\[.*\]|\{.*\})\s*$/s;

/** The separator of a file, from all its lists of tags. */
export function tagSeparator(lists: readonly string[]): string {
  const filled = lists.filter((tags) => tags.trim() !== '' && !list.test(tags));
  if (filled.length > 0 && filled.every((tags) => hashTags.test(tags))) return '#';
  const count = (separator: string) => filled.filter((tags) => tags.includes(separator)).length;
  const [commas, bars, semicolons] = [count(','), count('|'), count(';')];
  if (bars > 0 && bars >= commas && bars >= semicolons) return '|';
  return semicolons > 0 && semicolons >= commas ? ';' : ',';
}

export function splitTags(tags: string, separator: string): string[] {
  if (noTags.test(tags)) return [];
  if (/^\s*\{/.test(tags) && list.test(tags)) return splitTags(tags.trim().slice(1, -1), ',');
  if (list.test(tags)) return listItems(tags);
  if (separator === '#' || (hashTags.test(tags) && /[\s,;]#/.test(tags)))
    return tags.split(/[\s,;]*#/);
  if (separator === ' ') return tags.split(/\s+/);
  // Chinese and Japanese commas count as commas.
  const signs = separator === ',' ? ',，、' : separator;
  const parts = tags.split(new RegExp(`[${signs}\n]`));
  return joinQuoted(parts, separator).map((part) => {
    const [, inside] = quoted.exec(part.trim()) ?? [];
    return inside === undefined ? part : inside.replaceAll('""', '"');
  });
}

/** Joins parts that are within one pair of quotation marks. */
function joinQuoted(parts: readonly string[], separator: string): string[] {
  const joined: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    let tag = parts[at]!;
    if (/^\s*"/.test(tag) && !quoted.test(tag.trim()))
      for (let end = at + 1, longer = tag; end < parts.length; end += 1) {
        longer += separator + parts[end]!;
        if (!quoted.test(longer.trim())) continue;
        tag = longer;
        at = end;
        break;
      }
    joined.push(tag);
  }
  return joined;
}

/** A JSON or Python list. */
function listItems(tags: string): string[] {
  try {
    const items = JSON.parse(tags) as unknown;
    if (Array.isArray(items)) return items.map(String);
  } catch {
    // Not JSON: Readwise writes ['a', 'b'].
  }
  const inside = tags.trim().slice(1, -1);
  const items = [...inside.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    ([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
  );
  return items.length > 0 ? items : inside.split(',');
}

/** Joins tags into one cell that an import splits again. */
export const joinTags = (tags: readonly string[]): string =>
  tags.map((tag) => (/[",[\]]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
