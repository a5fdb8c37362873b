// Repair of attributes without a closing quotation mark, which would swallow the following bookmarks.

/** Attribute that marks a repaired tag. */
export const repairedAttribute = 'data-quote-repaired';

const opening = /<(?:a|h3)(?=\s)/gi;
const structure = /<\/?(?:a|dt|dd|dl|h3|li|ul)(?:[\s>]|$)/i;

/** Closes such a value at its first `>`, or at the end of its line. */
export function repairQuotes(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  const sign = /[>"']/g;
  opening.lastIndex = 0;
  while (opening.exec(text)) {
    sign.lastIndex = opening.lastIndex;
    for (let found = sign.exec(text); found && found[0] !== '>'; found = sign.exec(text)) {
      if (!/=\s*$/.test(text.slice(Math.max(0, found.index - 20), found.index))) continue;
      const start = found.index + 1;
      const closing = text.indexOf(found[0], start);
      const value = text.slice(start, closing === -1 ? text.length : closing);
      if (closing !== -1 && !structure.test(value)) {
        sign.lastIndex = closing + 1;
        continue;
      }
      const end = start + Math.max(0, value.search(/>|\r|\n|$/));
      parts.push(text.slice(copied, end), `${found[0]} ${repairedAttribute}=""`);
      if (text[end] !== '>') parts.push('>');
      copied = end;
      sign.lastIndex = end;
      if (text[end] !== '>') break;
    }
    opening.lastIndex = Math.max(opening.lastIndex, sign.lastIndex);
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied);
}
