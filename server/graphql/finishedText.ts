// Members of an object that are JSON already, and how they get into the text of an answer.

/** The texts of the answer that is being written; writing one is a single step, so there is never more than one. */
let written: string[] = [];

/** Stands for the members of an object as they are written: `"titleRu":"…","titleEn":"…"`. */
export class FinishedText {
  readonly members: string;

  constructor(members: string) {
    this.members = members;
  }

  /** What `JSON.stringify` puts in its place: which of the answer's texts it is. */
  toJSON(): number {
    return written.push(this.members) - 1;
  }
}

/** Makes a writer of JSON for objects with texts that stand under names which begin with `name`; nobody else may know it. */
export function finishedTextWriter(name: string): (answer: unknown) => string {
  const places = new RegExp(`"${name}\\d+":(\\d+)`, 'g');
  return (answer) => {
    written = [];
    const text = JSON.stringify(answer);
    const texts = written;
    if (texts.length === 0) return text;
    return text.replace(places, (_place, number: string) => texts[Number(number)]!);
  };
}
