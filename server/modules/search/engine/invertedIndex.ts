// Inverted index: terms with their postings, the vocabulary of words, titles by prefix, and what is known of each document.
import { factsOf, isCyrillic, rootOf } from './tokenizer.ts';
import { foldLetters } from './letterFolding.ts';
import {
  conceptOf,
  DocumentTerms,
  filled,
  impactOf,
  isTagTerm,
  tagTerm,
  type DocumentTag,
  type SearchDocument,
  type UsedBy,
} from './searchDocument.ts';
import { PhoneticIndex } from './phonetics.ts';
import { CustomVocabulary } from './customVocabulary.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { Language } from '../../../shared/language.ts';

/** Scope of a count: the items that everybody sees, or hidden ones too. */
export type Scope = 'visible' | 'all';

export type Counts = Record<Scope, number>;

/** An item that holds a term; `doc` is its id. */
export interface Posting {
  doc: number;
  /** The saturated BM25F weight, 1 to `maxImpact`. */
  impact: number;
  isInTitle: boolean;
  /** Share of the concept or tag in what the item is, 1 to `maxImpact`; 0 for a word. */
  share: number;
}

/** An index term: a stem, a concept or a tag. */
export interface Term extends Counts {
  readonly name: string;
  readonly postings: Posting[];
  /** The stems by which a custom phrase or concept is highlighted. */
  readonly stems?: readonly string[];
}

/** A word of texts or of the thesaurus. */
export interface Word extends Counts {
  readonly text: string;
  readonly term: Term;
  /** A word of the thesaurus is known even where no item holds it. */
  isInThesaurus: boolean;
  isName: boolean;
}

/** A concept or tag of an item. */
export interface Subject extends Posting {
  term: Term;
}

interface IndexedDocument extends Pick<
  SearchDocument,
  'likes' | 'usedBy' | 'addedAt' | 'isVisible'
> {
  /** Its titles as they are written, with folded letters, and each as one word. */
  readonly titles: readonly string[];
  readonly nameKeys: readonly string[];
  readonly sortKeys: Record<Language, string>;
  readonly words: readonly Word[];
  readonly subjects: readonly Subject[];
  /** The share of the strongest concept among them. */
  readonly mainShare: number;
}

/** A title as it is sorted: without case, accents and punctuation. */
const sortKey = (title: string | null): string =>
  foldLetters(title ?? '')
    .normalize('NFKD')
    .replaceAll('\u0438\u0306', 'й')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const termsIn = ({ words, subjects }: IndexedDocument): Set<Term> =>
  new Set([...words, ...subjects].map(({ term }) => term));

/** The values whose key begins so. */
export function withPrefix<Value>(map: ReadonlyMap<string, Value>, prefix: string): Value[] {
  const found: Value[] = [];
  for (const [key, value] of map) if (key.startsWith(prefix)) found.push(value);
  return found;
}

export class Index {
  readonly thesaurus: Thesaurus;
  /** Synonyms and concepts of admins; a new one takes its place. */
  customVocabulary = new CustomVocabulary([]);
  readonly terms = new Map<string, Term>();
  readonly words = new Map<string, Word>();
  readonly phonetics = new PhoneticIndex<Word>();
  /** Terms of Russian stems by the root of their family. */
  readonly families = new Map<string, Term[]>();
  readonly tags = new Map<string, DocumentTag>();
  /** Documents by their titles, each as one word. */
  readonly titles = new Map<string, Set<number>>();
  /** By the id of the item. */
  readonly documents = new Map<number, IndexedDocument>();
  readonly counts: Counts = { visible: 0, all: 0 };

  constructor(thesaurus: Thesaurus) {
    this.thesaurus = thesaurus;
    for (const word of thesaurus.words) this.word(word).isInThesaurus = true;
  }

  /** Adds an item, or replaces its older version. */
  put(document: SearchDocument): void {
    const { id: doc, likes, usedBy, addedAt, title, isVisible } = document;
    this.remove(doc);
    const { terms, words, nameKeys } = new DocumentTerms(document, this.thesaurus);
    const subjects: Subject[] = [];
    for (const [name, { weight, subject, isInTitle }] of terms) {
      const term = this.term(name);
      const share = subject > 0 ? impactOf(subject) : 0;
      const posting = { doc, impact: impactOf(weight), isInTitle, share };
      term.postings.push(posting);
      if (share > 0) subjects.push({ term, ...posting });
    }
    for (const key of nameKeys) this.titles.set(key, (this.titles.get(key) ?? new Set()).add(doc));
    for (const tag of document.tags) this.tags.set(tag.name, tag);
    const indexed: IndexedDocument = {
      likes,
      usedBy,
      addedAt,
      isVisible: false,
      titles: filled(title.ru, title.en).map(foldLetters),
      nameKeys,
      sortKeys: { ru: sortKey(title.ru ?? title.en), en: sortKey(title.en ?? title.ru) },
      words: [...words].map(([text, isName]) => {
        const word = this.word(text);
        word.isName ||= isName;
        return word;
      }),
      subjects,
      mainShare: Math.max(
        1,
        ...subjects.map(({ term, share }) => (isTagTerm(term.name) ? 0 : share)),
      ),
    };
    this.documents.set(doc, indexed);
    this.count(indexed, 'all', 1);
    if (isVisible) this.setVisible(doc, true);
  }

  remove(doc: number): void {
    const document = this.documents.get(doc);
    if (!document) return;
    this.setVisible(doc, false);
    this.count(document, 'all', -1);
    for (const { postings } of termsIn(document))
      postings.splice(
        postings.findIndex((posting) => posting.doc === doc),
        1,
      );
    for (const key of document.nameKeys) this.titles.get(key)?.delete(doc);
    this.documents.delete(doc);
  }

  setVisible(doc: number, isVisible: boolean): void {
    const document = this.documents.get(doc);
    if (!document || document.isVisible === isVisible) return;
    document.isVisible = isVisible;
    this.count(document, 'visible', isVisible ? 1 : -1);
  }

  setLikes(doc: number, likes: number, usedBy: UsedBy): void {
    const document = this.documents.get(doc);
    if (document) Object.assign(document, { likes, usedBy });
  }

  tagCount(tag: string, scope: Scope): number {
    return this.terms.get(tagTerm(tag))?.[scope] ?? 0;
  }

  private term(name: string): Term {
    const known = this.terms.get(name);
    if (known) return known;
    const term: Term = { name, postings: [], visible: 0, all: 0 };
    this.terms.set(name, term);
    if (isTagTerm(name) || conceptOf(name) !== null || !isCyrillic(name)) return term;
    const root = rootOf(name);
    this.families.set(root, [...(this.families.get(root) ?? []), term]);
    return term;
  }

  private word(text: string): Word {
    const known = this.words.get(text);
    if (known) return known;
    const term = this.term(factsOf(text).stem);
    const word: Word = { text, term, visible: 0, all: 0, isInThesaurus: false, isName: false };
    this.words.set(text, word);
    this.phonetics.add(text, word);
    return word;
  }

  private count(document: IndexedDocument, scope: Scope, change: 1 | -1): void {
    this.counts[scope] += change;
    for (const word of document.words) word[scope] += change;
    for (const term of termsIn(document)) term[scope] += change;
  }
}
