// What the catalogue's vocabulary says about the words of a search.

/** A word that is looked up. */
export interface Probe {
  word: string;
  /** Whether it may be the beginning of a word: the last one of a text. */
  isPrefix: boolean;
  /** Whether nearest known words are wanted when the catalogue does not know it. */
  mayMend: boolean;
  /** Nearest words are wanted only when the probe at this place is unknown too; null: in any case. */
  onlyIfUnknown: number | null;
}

/** A lexeme that a probe stands for, with the forms in which it stands in the catalogue. */
export interface KnownLexeme {
  lexeme: string;
  words: string[];
  /** Items that bear it and that the viewer can see. */
  count: number;
}

/** A lexeme of the same family. */
export interface KinLexeme extends KnownLexeme {
  /** Whether an unknown probe is another form of it, and not just a word that sounds alike. */
  isForm: boolean;
}

/** A known word near an unknown one. */
export interface NearWord {
  word: string;
  lexeme: string;
  /** How it sounds, in both alphabets alike. */
  sound: string;
  inTitle: boolean;
  /** Items that bear it and that the viewer can see. */
  count: number;
}

export interface WordFacts {
  /** The stem; null for a stop word. */
  lexeme: string | null;
  /** How the probe sounds; empty unless nearest words were looked for. */
  sound: string;
  /** The word itself, in any form. */
  exact: KnownLexeme | null;
  /** Words that begin with it. */
  beginning: KnownLexeme[];
  /** Whether there are more such words than are listed. */
  beginsMore: boolean;
  /** Words of its family: генерация, генерировать, generates. */
  family: KinLexeme[];
  near: NearWord[];
}

/** What means the same as some neighbouring words of the text. */
export interface SynonymHit {
  /** The words, by their places in the text, end excluded. */
  from: number;
  to: number;
  lexemes: string[];
  /** Forms of these lexemes in the catalogue. */
  words: string[];
}

export interface Vocabulary {
  /** As many as there were probes. */
  facts: WordFacts[];
  synonyms: SynonymHit[];
  /** Tags (original names) that are called like the whole text, in any form of its words. */
  tagsCalledSo: string[];
  /** Tags whose name is of the same families, or means the same. */
  tagsCalledAlike: string[];
  /** Whether a title that the viewer can see begins with the whole text. */
  isNameKnown: boolean;
}
