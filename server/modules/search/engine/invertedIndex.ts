// The index: every item at an ordinal, what it holds, and the terms, words and names that lead to it. A changed item gets a
// new ordinal and leaves its old one behind; likes and visibility are changed in place.
import { factsOf, fold, isCyrillic, ownCopy, rootOf } from './tokenizer.ts';
import { CompanyUses, type UsedBy } from './companyUses.ts';
import { impactOfWeight, termsOf, type DocumentTag, type SearchDocument } from './document.ts';
import { Names } from './titleNames.ts';
import { NumberSets } from './numberSets.ts';
import { impactBits, postingOf, Postings } from './postings.ts';
import { soundsOf } from './phonetics.ts';
import { conceptOf, isTagTerm, tagTerm, Term } from './terms.ts';
import { CustomVocabulary } from './customVocabulary.ts';
import type { Thesaurus } from './thesaurus.ts';
import { sortKey, TitleOrder } from './titleOrder.ts';
import { withRoom } from './typedArrays.ts';
import { isKnown, Vocabulary, type Sight } from './vocabulary.ts';

/** What an item is: a concept or tag, and how much of it, 0..1. */
export interface Share {
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
  taught = new CustomVocabulary([]);
  readonly terms = new Map<string, Term>();
  readonly vocabulary = new Vocabulary();
  /** Russian stems by the root of their family; English ones have none. */
  readonly families = new Map<string, Term[]>();
  readonly tags = new Map<string, DocumentTag>();
  readonly titles = { ru: new TitleOrder(), en: new TitleOrder() };
  ids = new Uint32Array(firstRoom);
  likes = new Uint32Array(firstRoom);
  /** By ordinal: when it came, in milliseconds. */
  addedAt = new Float64Array(firstRoom);
  /** By id. */
  readonly uses = new CompanyUses();
  /** Ordinals given so far, with those left behind. */
  size = 0;
  readonly counts = { visible: 0, live: 0 };
  private states = new Uint8Array(firstRoom);
  private readonly termsById: Term[] = [];
  private readonly names = new Names();
  private postings = new Postings();
  /** By id: the ordinal, and one more. */
  private ordinals = new Uint32Array(firstRoom);
  /** By ordinal: its words; its concepts and tags as term × 128 + how much of what it is they are, as an impact. */
  private words = new NumberSets();
  private facts = new NumberSets();
  /** How often items were counted: a term is counted once each time. */
  private counting = 0;

  /** @param words of the thesaurus that it knows from the start */
  constructor(thesaurus: Thesaurus, words: Iterable<string> = thesaurus.words) {
    this.thesaurus = thesaurus;
    for (const word of words) this.learn(word);
  }

  /** A word of the thesaurus. */
  learn(word: string): void {
    const known = this.word(word, factsOf(word).stem, (text) => this.thesaurus.soundsOf(text));
    known.isTaught = true;
  }

  private term(name: string): Term {
    const before = this.terms.get(name);
    if (before) return before;
    const term = new Term(this.termsById.length, name, this.postings);
    this.terms.set(name, term);
    this.termsById.push(term);
    if (isTagTerm(name) || conceptOf(name) !== null || !isCyrillic(name)) return term;
    const root = rootOf(name);
    this.families.set(root, [...(this.families.get(root) ?? []), term]);
    return term;
  }

  private word(text: string, stem: string, sounds: (text: string) => readonly string[]) {
    return this.vocabulary.get(text) ?? this.vocabulary.add(text, this.term(stem), sounds);
  }

  /** Adds an item, or takes the place of its older version. */
  put(document: SearchDocument): void {
    this.remove(document.id);
    const doc = this.size;
    this.size += 1;
    this.makeRoom(document.id);
    const { weights, inTitle, kinds, words, nameKeys } = termsOf(document, this.thesaurus);
    const held = new Uint32Array(words.size);
    let place = 0;
    for (const [text, { stem, isName, parts }] of words) {
      const word = this.word(text, stem, () => soundsOf(text, parts));
      word.isName ||= isName;
      held[place] = word.id;
      place += 1;
    }
    this.words.push(held);
    for (const [name, weight] of weights)
      this.term(name).push(postingOf(doc, impactOfWeight(weight), inTitle.has(name)));
    this.facts.push(
      Uint32Array.from(
        kinds,
        ([name, weight]) => this.term(name).id * (impactBits + 1) + impactOfWeight(weight),
      ),
    );
    this.names.put(doc, nameKeys.map(ownCopy));
    for (const tag of document.tags) this.tags.set(tag.name, tag);
    this.putTitles(doc, document.title);
    this.ordinals[document.id] = doc + 1;
    this.ids[doc] = document.id;
    this.likes[doc] = document.likes;
    this.addedAt[doc] = document.addedAt;
    this.uses.put(document.id, document.usedBy);
    this.states[doc] = hidden;
    this.count(doc, 'live', 1);
    if (document.isVisible) this.setVisible(document.id, true);
  }

  remove(id: number): void {
    const doc = this.ordinalOf(id);
    if (doc === undefined) return;
    this.setVisible(id, false);
    this.count(doc, 'live', -1);
    this.states[doc] = gone;
    this.ordinals[id] = 0;
    this.uses.remove(id);
    const left = this.size - this.counts.live;
    if (left > fewGone && left > this.size / 4) this.sweep();
  }

  setVisible(id: number, isVisible: boolean): void {
    const doc = this.ordinalOf(id);
    if (doc === undefined || (this.states[doc] === visible) === isVisible) return;
    this.states[doc] = isVisible ? visible : hidden;
    this.count(doc, 'visible', isVisible ? 1 : -1);
  }

  setLikes(id: number, likes: number, usedBy: UsedBy): void {
    const doc = this.ordinalOf(id);
    if (doc === undefined) return;
    this.likes[doc] = likes;
    this.uses.put(id, usedBy);
  }

  isSeen(doc: number, sight: Sight): boolean {
    return this.states[doc]! >= (sight === 'visible' ? visible : hidden);
  }

  /** The same for who looks at many: by ordinal the state that must not be less. */
  seenFrom(sight: Sight): { states: Uint8Array; least: number } {
    return { states: this.states, least: sight === 'visible' ? visible : hidden };
  }

  /** Whether the text is a word of an item that somebody sees, or of the thesaurus. */
  knows(text: string, sight: Sight): boolean {
    const word = this.vocabulary.get(fold(text));
    return word !== undefined && isKnown(word, sight);
  }

  /** Where an item stands; undefined for one that is not there. */
  ordinalOf(id: number): number | undefined {
    const next = this.ordinals[id] ?? 0;
    return next === 0 ? undefined : next - 1;
  }

  /** The items of a title that is written so as one word. */
  named(key: string): number[] {
    return this.names.called(key).filter((doc) => this.isSeen(doc, 'live'));
  }

  /** Whether the title of a seen item begins so. */
  isBegun(key: string, sight: Sight): boolean {
    for (const doc of this.names.beginning(key)) if (this.isSeen(doc, sight)) return true;
    return false;
  }

  /** The items whose title begins so; gone ones too. */
  namedFrom(key: string): Generator<number> {
    return this.names.beginning(key);
  }

  /** The first name of an item, written as one word. */
  nameOf(doc: number): string {
    return this.names.of(doc);
  }

  wordsOf(doc: number): string[] {
    const found: string[] = [];
    this.words.each(doc, (id) => found.push(this.vocabulary.words[id]!.text));
    return found;
  }

  /** How many items bear a tag. */
  tagCount(tag: string, sight: Sight): number {
    return this.terms.get(tagTerm(tag))?.[sight] ?? 0;
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
    const found: Share[] = [];
    this.eachSubject(doc, (term, impact) => found.push({ term, share: impact / impactBits }));
    return found;
  }

  /** The same one by one, for who looks at many items. */
  eachSubject(doc: number, see: (term: Term, impact: number) => void): void {
    this.facts.each(doc, (fact) => see(this.termOfFact(fact), fact % (impactBits + 1)));
  }

  /** How rare something is that so many items hold. */
  idf(count: number, sight: Sight): number {
    return Math.log(1 + (this.counts[sight] - count + 0.5) / (count + 0.5));
  }

  private termOfFact(fact: number): Term {
    return this.termsById[Math.floor(fact / (impactBits + 1))]!;
  }

  /** Many titles are the same in both languages: their key is kept once. */
  private putTitles(doc: number, { ru, en }: SearchDocument['title']): void {
    const key = ownCopy(sortKey(ru ?? en ?? ''));
    const other = sortKey(en ?? ru ?? '');
    this.titles.ru.put(doc, key);
    this.titles.en.put(doc, other === key ? key : ownCopy(other));
  }

  private count(doc: number, sight: Sight, change: 1 | -1): void {
    this.counts[sight] += change;
    this.counting += 1;
    this.words.each(doc, (id) => {
      const word = this.vocabulary.words[id]!;
      word[sight] += change;
      this.countTerm(word.term, sight, change);
    });
    this.facts.each(doc, (fact) => this.countTerm(this.termOfFact(fact), sight, change));
  }

  /** Once for an item, however many of its words lead to the term. */
  private countTerm(term: Term, sight: Sight, change: 1 | -1): void {
    if (term.counting === this.counting) return;
    term.counting = this.counting;
    term[sight] += change;
  }

  /** For the next ordinal and an id. */
  private makeRoom(id: number): void {
    this.ids = withRoom(this.ids, this.size);
    this.likes = withRoom(this.likes, this.size);
    this.states = withRoom(this.states, this.size);
    this.addedAt = withRoom(this.addedAt, this.size);
    this.ordinals = withRoom(this.ordinals, id + 1);
  }

  /** Gives the items ordinals without gaps. */
  private sweep(): void {
    const newOrdinals = new Int32Array(this.size).fill(-1);
    let size = 0;
    for (let doc = 0; doc < this.size; doc += 1) {
      if (this.states[doc] === gone) continue;
      newOrdinals[doc] = size;
      for (const list of [this.ids, this.likes, this.states, this.addedAt]) list[size] = list[doc]!;
      this.ordinals[this.ids[size]!] = size + 1;
      size += 1;
    }
    this.size = size;
    const stays = (doc: number): boolean => newOrdinals[doc]! >= 0;
    this.words = this.words.keep(stays);
    this.facts = this.facts.keep(stays);
    this.postings = new Postings();
    for (const term of this.termsById) term.renumber(newOrdinals, this.postings);
    for (const list of [this.names, this.titles.ru, this.titles.en]) list.renumber(newOrdinals);
  }
}
