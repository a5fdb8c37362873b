// What items are found by: stems, concepts (c=id) and tags (t=name), each with the items that hold it.

/** The top bit of an impact says that the title holds the term. */
export const titleBit = 0x80;
export const impactBits = 0x7f;

/** A term: ascending ordinals, each with an impact of 1..127 and the title's bit. */
export class Term {
  readonly id: number;
  readonly name: string;
  docs = new Uint32Array(2);
  impacts = new Uint8Array(2);
  size = 0;
  /** Items that hold it: those that everybody sees, and with the hidden ones. */
  visible = 0;
  live = 0;
  /** The last counting that has counted it. */
  counting = 0;

  constructor(id: number, name: string) {
    this.id = id;
    this.name = name;
  }

  /** The ordinals alone. */
  held(): Uint32Array {
    return this.docs.subarray(0, this.size);
  }

  push(doc: number, impact: number): void {
    if (this.size === this.docs.length) this.resize(Math.ceil(this.size * 1.6) + 2);
    this.docs[this.size] = doc;
    this.impacts[this.size] = impact;
    this.size += 1;
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array): void {
    let size = 0;
    for (let place = 0; place < this.size; place += 1) {
      const doc = newOrdinals[this.docs[place]!]!;
      if (doc < 0) continue;
      this.docs[size] = doc;
      this.impacts[size] = this.impacts[place]!;
      size += 1;
    }
    this.size = size;
    this.resize(Math.max(2, size));
  }

  private resize(room: number): void {
    const docs = new Uint32Array(room);
    docs.set(this.docs.subarray(0, this.size));
    this.docs = docs;
    const impacts = new Uint8Array(room);
    impacts.set(this.impacts.subarray(0, this.size));
    this.impacts = impacts;
  }
}

export const conceptTerm = (concept: number): string => `c=${concept}`;
export const tagTerm = (tag: string): string => `t=${tag}`;
export const isTagTerm = (name: string): boolean => name.startsWith('t=');
/** Which concept a term stands for; null for stems and tags. */
export const conceptOf = (name: string): number | null =>
  name.startsWith('c=') ? Number(name.slice(2)) : null;
/** A phrase that admins taught: the items that hold all its stems. */
export const phraseTerm = (stems: readonly string[]): string => `p=${stems.join(' ')}`;
/** A concept of admins: the items that hold any of its phrases; without the stems, what it is marked by. */
export const ownConceptTerm = (id: number, stems: readonly string[] = []): string =>
  [`o=${id}`, ...stems].join(' ');
/** What is marked of a term: the stems of a phrase, those of a concept of admins and the concept; any other is one. */
export const wordsOfPhrase = (name: string): string[] => {
  if (name.startsWith('o=')) return name.split(' ');
  return name.startsWith('p=') ? name.slice(2).split(' ') : [name];
};
