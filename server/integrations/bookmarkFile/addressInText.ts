// Search for a web address among other text.

export interface AddressInText {
  address: string;
  before: string;
  after: string;
}

const start = /(?:^|[\s<("'“«[|:])((?:https?:\/\/|www\.)[^\s<>"“”«»]+)/i;

/** Addresses of other schemes, which may contain a web address: scripts, data, browser pages. */
const otherKind =
  /^\s*(?:(?:javascript|vbscript|data|place|about|view-source):|(?!https?:)[a-z][\w+.-]*:\/\/)/i;

/** Signs that close a sentence or, in Markdown, bold text. */
const closing = [',', ';', '.', "'", '’', '**'];

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Removes the signs that belong to the surrounding text, in linear time. */
function withoutClosing(written: string): string {
  const end = written.indexOf('][');
  let address = end < 0 ? written : written.slice(0, end);
  let length = address.length;
  if (end < 0) while (address[length - 1] === ']') length -= 1;
  for (;;) {
    const sign = closing.find((one) => address.endsWith(one, length));
    if (sign === undefined) break;
    length -= sign.length;
  }
  address = address.slice(0, length);
  // The closing bracket of a surrounding pair is left.
  let excess = count(address, ')') - count(address, '(');
  for (; excess > 0 && address[length - 1] === ')'; excess -= 1) length -= 1;
  return address.slice(0, length);
}

/** The first address of a text, without signs that close a sentence or brackets around it; null without one. */
export function findAddress(text: string): AddressInText | null {
  const found = otherKind.test(text) ? null : start.exec(text);
  const [, written = ''] = found ?? [];
  const address = withoutClosing(written);
  if (!found || address === '') return null;
  const at = found.index + found[0].length - written.length;
  return { address, before: text.slice(0, at), after: text.slice(at + address.length) };
}

/** True for a text that contains an address. */
export const holdsAddress = (text: string | undefined): boolean => findAddress(text ?? '') !== null;

/** Markers before a list entry: hyphens, bullets, numbers, check boxes. */
const bullet = /^\s*(?:[-*+•·–—]|\d{1,4}[.)])\s+(?:\[[ xх✓]?\]\s*)?/iu;
/** Separators between a name and its address. */
const edges = /^[\s\-–—:|,;.()<>[\]"“”«»→=]+|[\s\-–—:|,;(<>[\]"“”«»→=]+$/gu;

/** Tags after an entry as buku writes them in Markdown and in Org. */
const tagSigns = [/<!--\s*tags:\s*(.*?)\s*-->/i, /\s:([^\s:]+(?::[^\s:]+)*):\s*$/];

/** Name, further words and tags of a line with an address; the name may precede or follow it. */
export function wordsAround({ before, after }: AddressInText) {
  const sign = tagSigns.find((one) => one.test(after));
  const [marked = '', tags = ''] = sign?.exec(after) ?? [];
  // In Org the title follows the address.
  const behind = after
    .replace(marked, '')
    .replace(/^\]\[([^\]]*)\]\]/, '$1')
    // Markdown writes a quoted title after the address.
    .replace(/^\s+(["'])(.*?)\1\)/, '$2');
  const [name, words] = [before.replace(bullet, ''), behind].map((text) =>
    text
      .replaceAll('**', '')
      .replaceAll(/https?:\/\/\S+/gi, '')
      .replaceAll(edges, ''),
  ) as [string, string];
  const list = tags.split(/[,:]/).filter((tag) => tag !== '');
  return name === '' ? { name: words, words: '', tags: list } : { name, words, tags: list };
}
