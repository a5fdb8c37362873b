// Well-known names of services, whether the catalogue has them or not, and what each is for.
import type { NameLine } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { isCyrillic, nameKey, stemOf, tokens } from './tokenizer.ts';

/** Suffixes of service titles that nobody says. */
const endOfName = /(?<=...)(?:ai|io|app|com|ml|hq)$/;
const withoutEnd = (key: string): string => key.replace(endOfName, '');
/** As it is heard: э as е. */
const heard = (key: string): string => (isCyrillic(key) ? key.replaceAll('э', 'е') : key);
/** As it is heard in any case; by the hyphen no word. */
const inAnyCase = (key: string): string =>
  isCyrillic(key) && key.length > 3 ? `${stemOf(heard(key))}-` : key;

interface KnownName {
  /** As people write it: dalle is DALL·E. */
  written: string;
  /** Ids of concepts. */
  concepts: readonly string[];
}

/** Known names by their keys: written as one word. */
export class KnownNames {
  private readonly names = new Map<string, KnownName>();
  private readonly asked = new Map<string, string>();
  private readonly heard = new Map<string, string>();
  private readonly conceptsOfWord: (word: string) => readonly string[];

  /** @param conceptsOfWord what a word says by itself */
  constructor(conceptsOfWord: (word: string) => readonly string[]) {
    this.conceptsOfWord = conceptsOfWord;
  }

  add({ forms, askedOnly, concepts }: NameLine): void {
    const [name = '', ...others] = forms.map((form) => nameKey(tokens(form)));
    this.names.set(name, { written: forms[0] ?? name, concepts });
    for (const other of others) {
      this.heard.set(heard(other), name);
      this.heard.set(inAnyCase(other), name);
    }
    for (const form of askedOnly) this.asked.set(nameKey(tokens(form)), name);
  }

  get(name: string): KnownName | undefined {
    return this.names.get(name);
  }

  /** Concepts of the service with this title: Murf AI is Murf. */
  conceptsOfTitle(key: string): readonly string[] | undefined {
    const plain = withoutEnd(key);
    const known = [key, this.byEar(key), plain].flatMap((name) => this.names.get(name ?? '') ?? []);
    return known[0]?.concepts;
  }

  /** The name that is written so by ear, or a case of it; no word that means something: диплом is no case of дипл. */
  byEar(key: string): string | undefined {
    const inOneCase = this.conceptsOfWord(key).length === 0 ? inAnyCase(key) : '';
    return this.heard.get(heard(key)) ?? this.heard.get(inOneCase);
  }

  /** The name that is written so, by ear too; else the key itself. */
  nameOf(key: string): string {
    return this.byEar(key) ?? key;
  }

  /** The names whose forms by ear begin so: мидд. */
  begunByEar(key: string): string[] {
    const begun = heard(key);
    return [...this.heard].filter(([form]) => form.startsWith(begun)).map(([, name]) => name);
  }

  /** The name that stands in a title or an address with something behind it: Murf AI, make.com. */
  inTitle(key: string): string | undefined {
    const plain = withoutEnd(key);
    return plain !== key && this.names.has(plain) ? plain : undefined;
  }

  /** The name that an ordinary word is in "like Motion", "like Aragon" (Aragon AI). */
  askedAs(key: string): string | undefined {
    return this.asked.get(key) ?? (this.names.has(`${key}ai`) ? `${key}ai` : undefined);
  }
}
