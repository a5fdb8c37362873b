// The index: every item at an ordinal, what it holds, and the terms, words and names that lead to it. A changed item gets a
// new ordinal and leaves its old one behind; likes and visibility are changed in place.
import { factsOf, fold, rootOf } from './analyse.ts';
import { termsOf, type DocumentTag, type SearchDocument } from './document.ts';
import { Sorted } from './sorted.ts';
import { conceptOf, impactBits, isTagTerm, Term, titleBit } from './terms.ts';
import { Taught } from './taught.ts';
import type { Thesaurus } from './thesaurus.ts';
import { TitleOrder } from './titleOrder.ts';
import { isKnown, Vocabulary, type Sight } from './vocabulary.ts';

/** A title as one word, and the items that bear it. */
interface Name {
  key: string;
  docs: number[];
}

/** What an item is about: a concept or tag, and how much of it, 0..1. */
interface Share {
  term: Term;
  share: number;
}

const gone = 0;
const hidden = 1;
const visible = 2;
const firstRoom = 1024;
const shortestInApproval = 4;
/** Ordinals left behind are swept when they are more than these, and more than a quarter. */
const fewGone = 1000;

export class Index {
  readonly thesaurus: Thesaurus;
  /** What admins taught; a new one takes its place. */
  taught = new Taught([]);
  readonly terms = new Map<string, Term>();
  readonly vocabulary = new Vocabulary();
  /** Stems by the root of their family. */
  readonly families = new Map<string, Term[]>();
  readonly tags = new Map<string, DocumentTag>();
  readonly titles = { ru: new TitleOrder(), en: new TitleOrder() };
  readonly ordinals = new Map<number, number>();
  ids = new Uint32Array(firstRoom);
  likes = new Uint32Array(firstRoom);
  /** Ordinals given so far, with those left behind. */
  size = 0;
  readonly counts = { visible: 0, live: 0 };
  private states = new Uint8Array(firstRoom);
  private readonly termsById: Term[] = [];
  private readonly byName = new Map<string, Name>();
  private readonly namesInOrder = new Sorted<Name>(({ key }) => key);
  /** By ordinal: its words; its concepts and tags as term × 128 + impact; its names. */
  private words: (Uint32Array | null)[] = [];
  private facts: (Uint32Array | null)[] = [];
  private nameKeys: (readonly string[])[] = [];
  /** How often items were counted: a term is counted once each time. */
  private counting = 0;

  /** @param words of the thesaurus that it knows from the start */
  constructor(thesaurus: Thesaurus, words: Iterable<string> = thesaurus.words) {
    this.thesaurus = thesaurus;
    for (const word of words) this.learn(word);
  }

  /** A word of the thesaurus. */
  learn(word: string): void {
    this.word(word).isTaught = true;
  }

  private term(name: string): Term {
    const before = this.terms.get(name);
    if (before) return before;
    const term = new Term(this.termsById.length, name);
    this.terms.set(name, term);
    this.termsById.push(term);
    if (isTagTerm(name) || conceptOf(name) !== null) return term;
    const root = rootOf(name);
    const family = this.families.get(root);
    if (family) family.push(term);
    else this.families.set(root, [term]);
    return term;
  }

  private word(text: string, parts: readonly string[] = []) {
    return this.vocabulary.entry(text, () => this.term(factsOf(text).stem), parts);
  }

  /** Adds an item, or takes the place of its older version. */
  put(document: SearchDocument): void {
    this.remove(document.id);
    const doc = this.size;
    this.size += 1;
    if (doc === this.ids.length) this.grow(doc * 2);
    const { impacts, inTitle, words, nameKeys } = termsOf(document, this.thesaurus);
    this.words[doc] = Uint32Array.from(words, ([text, { isName, parts }]) => {
      const word = this.word(text, parts);
      word.isName ||= isName;
      return word.id;
    });
    const facts: number[] = [];
    for (const [name, impact] of impacts) {
      const term = this.term(name);
      term.push(doc, impact | (inTitle.has(name) ? titleBit : 0));
      if (name[1] === '=') facts.push(term.id * (impactBits + 1) + impact);
    }
    this.facts[doc] = Uint32Array.from(facts);
    this.nameKeys[doc] = nameKeys;
    for (const key of nameKeys) this.addName(key, doc);
    for (const tag of document.tags) this.tags.set(tag.name, tag);
    const { ru, en } = document.title;
    this.titles.ru.put(doc, ru ?? en ?? '');
    this.titles.en.put(doc, en ?? ru ?? '');
    this.ordinals.set(document.id, doc);
    this.ids[doc] = document.id;
    this.likes[doc] = document.likes;
    this.states[doc] = hidden;
    this.count(doc, 'live', 1);
    if (document.isVisible) this.setVisible(document.id, true);
  }

  remove(id: number): void {
    const doc = this.ordinals.get(id);
    if (doc === undefined) return;
    this.setVisible(id, false);
    this.count(doc, 'live', -1);
    this.states[doc] = gone;
    this.words[doc] = null;
    this.facts[doc] = null;
    for (const key of this.nameKeys[doc]!) {
      const name = this.byName.get(key)!;
      name.docs = name.docs.filter((other) => other !== doc);
    }
    this.ordinals.delete(id);
    const left = this.size - this.counts.live;
    if (left > fewGone && left > this.size / 4) this.sweep();
  }

  setVisible(id: number, isVisible: boolean): void {
    const doc = this.ordinals.get(id);
    if (doc === undefined || (this.states[doc] === visible) === isVisible) return;
    this.states[doc] = isVisible ? visible : hidden;
    this.count(doc, 'visible', isVisible ? 1 : -1);
  }

  setLikes(id: number, likes: number): void {
    const doc = this.ordinals.get(id);
    if (doc !== undefined) this.likes[doc] = likes;
  }

  isSeen(doc: number, sight: Sight): boolean {
    return this.states[doc]! >= (sight === 'visible' ? visible : hidden);
  }

  /** Whether the text is a word of an item that somebody sees, or of the thesaurus. */
  knows(text: string, sight: Sight): boolean {
    const word = this.vocabulary.get(fold(text));
    return word !== undefined && isKnown(word, sight);
  }

  /** The items of a title that is written so as one word. */
  named(key: string): readonly number[] {
    return this.byName.get(key)?.docs ?? [];
  }

  /** The items whose title begins so. */
  *namedFrom(key: string): Generator<number> {
    for (const name of this.namesInOrder.beginning(key)) yield* name.docs;
  }

  /** The first name of an item, written as one word. */
  nameOf(doc: number): string {
    return this.nameKeys[doc]?.[0] ?? '';
  }

  wordsOf(doc: number): string[] {
    return Array.from(this.words[doc] ?? [], (id) => this.vocabulary.words[id]!.text);
  }

  /** The approval tags that are written so in lower case. */
  findApprovals(tag: string): string[] {
    return [...this.tags.values()]
      .filter(({ name, isApproval }) => isApproval && name.toLowerCase() === tag)
      .map(({ name }) => name);
  }

  /** Whether the word stands in an approval tag: names of companies are never mended. */
  isInApproval(word: string): boolean {
    if (word.length < shortestInApproval) return false;
    return [...this.tags.values()].some(
      ({ name, isApproval }) => isApproval && name.toLowerCase().includes(word),
    );
  }

  /** The concepts and tags of an item. */
  getSubjects(doc: number): Share[] {
    const one = impactBits + 1;
    return Array.from(this.facts[doc] ?? [], (fact) => ({
      term: this.termsById[Math.floor(fact / one)]!,
      share: (fact % one) / impactBits,
    }));
  }

  /** How rare something is that so many items hold. */
  idf(count: number, sight: Sight): number {
    return Math.log(1 + (this.counts[sight] - count + 0.5) / (count + 0.5));
  }

  private addName(key: string, doc: number): void {
    let name = this.byName.get(key);
    if (!name) {
      name = { key, docs: [] };
      this.byName.set(key, name);
      this.namesInOrder.add(name);
    }
    name.docs.push(doc);
  }

  private count(doc: number, sight: Sight, change: 1 | -1): void {
    this.counts[sight] += change;
    this.counting += 1;
    for (const id of this.words[doc]!) {
      const word = this.vocabulary.words[id]!;
      word[sight] += change;
      this.countTerm(word.term, sight, change);
    }
    for (const fact of this.facts[doc]!) {
      this.countTerm(this.termsById[Math.floor(fact / (impactBits + 1))]!, sight, change);
    }
  }

  /** Once for an item, however many of its words lead to the term. */
  private countTerm(term: Term, sight: Sight, change: 1 | -1): void {
    if (term.counting === this.counting) return;
    term.counting = this.counting;
    term[sight] += change;
  }

  private grow(room: number): void {
    const grown = (from: Uint32Array) => {
      const to = new Uint32Array(room);
      to.set(from);
      return to;
    };
    this.ids = grown(this.ids);
    this.likes = grown(this.likes);
    const states = new Uint8Array(room);
    states.set(this.states);
    this.states = states;
  }

  /** Gives the items ordinals without gaps. */
  private sweep(): void {
    const newOrdinals = new Int32Array(this.size).fill(-1);
    let size = 0;
    for (let doc = 0; doc < this.size; doc += 1) {
      if (this.states[doc] === gone) continue;
      newOrdinals[doc] = size;
      for (const list of [this.ids, this.likes, this.states]) list[size] = list[doc]!;
      for (const list of [this.words, this.facts]) list[size] = list[doc]!;
      this.nameKeys[size] = this.nameKeys[doc]!;
      size += 1;
    }
    for (const list of [this.words, this.facts, this.nameKeys]) list.length = size;
    this.size = size;
    for (const term of this.termsById) term.renumber(newOrdinals);
    for (const name of this.byName.values()) name.docs = name.docs.map((doc) => newOrdinals[doc]!);
    for (const title of [this.titles.ru, this.titles.en]) title.renumber(newOrdinals);
    for (const [id, doc] of this.ordinals) this.ordinals.set(id, newOrdinals[doc]!);
  }
}
