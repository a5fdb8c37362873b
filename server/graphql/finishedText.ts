// Members of an object that are JSON already, and how they get into the text of an answer.

/**
 * A text in UTF-8, each byte as a character of its own (`latin1`): such texts are put together and sent as they are, where a text with
 * Cyrillic letters would be copied with two bytes a character, and encoded as a whole each time.
 */
export type EncodedText = string & { readonly encoding: 'utf8' };

const beyondAscii = /[^\0-\x7f]/;

const encodeText = (text: string): EncodedText =>
  (beyondAscii.test(text) ? Buffer.from(text).toString('latin1') : text) as EncodedText;

/** What is sent of it. */
export const bytesOf = (text: EncodedText): Buffer => Buffer.from(text, 'latin1');

/** The texts of the answer that `JSON.stringify` is writing, set for that call alone: `toJSON` takes no argument of ours. */
let written: EncodedText[] = [];

/** Stands for the members of an object as they are written: `"titleRu":"…","titleEn":"…"`. */
export class FinishedText {
  readonly members: EncodedText;

  constructor(members: string) {
    this.members = encodeText(members);
  }

  /** What `JSON.stringify` puts in its place: which of the answer's texts it is. */
  toJSON(): number {
    return written.push(this.members) - 1;
  }
}

/** Makes a writer of JSON for objects with texts that stand under names which begin with `name`; nobody else may know it. */
export function finishedTextWriter(name: string): (answer: unknown) => EncodedText {
  const places = new RegExp(`"${name}\\d+":(\\d+)`, 'g');
  return (answer) => {
    const texts: EncodedText[] = [];
    const outer = written;
    written = texts;
    let text: EncodedText;
    try {
      text = encodeText(JSON.stringify(answer));
    } finally {
      written = outer;
    }
    if (texts.length === 0) return text;
    return text.replace(places, (_place, number: string) => texts[Number(number)]!) as EncodedText;
  };
}
