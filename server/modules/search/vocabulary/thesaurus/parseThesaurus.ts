// Parser of the thesaurus. A concept:
//   id | русские, слова и фразы | English, words and phrases | > broader broader ~ related related
// A well-known name with its phonetic spellings, and its concepts:
//   = name, имя на слух | concept concept
// Ordinary words of both languages that belong to no concept:
//   : слово слово word word
// A phrase in parentheses matches in queries only; a name in parentheses counts as a name only in "like X".
// Empty lines and lines that begin with # are skipped.

/** A concept in the file; its first word in each language is its name. */
export interface ConceptLine {
  id: string;
  ru: string[];
  en: string[];
  /** Words that match in queries only, not in texts of items. */
  askedOnly: string[];
  broader: string[];
  related: string[];
}

/** A well-known product, whether the catalogue has it or not. */
export interface NameLine {
  /** The name itself, then its phonetic spellings. */
  forms: string[];
  /** Ordinary words that mean this name only in a request for something similar. */
  askedOnly: string[];
  concepts: string[];
}

export interface ThesaurusLines {
  concepts: ConceptLine[];
  names: NameLine[];
  /** Known words, which are never corrected as typing errors. */
  ordinary: string[];
}

const listed = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

const bracketed = /^\((.+)\)$/;
const bare = (phrase: string): string => phrase.replace(bracketed, '$1');

function conceptLine(line: string): ConceptLine {
  const [id = '', ru = '', en = '', links = '', ...more] = line.split('|');
  if (id.trim() === '' || more.length > 0) throw new Error(`Not a concept: ${line}`);
  const [broader = '', related = ''] = links.split('~');
  const phrases = [listed(ru, ','), listed(en, ',')] as const;
  return {
    id: id.trim(),
    ru: phrases[0].map(bare),
    en: phrases[1].map(bare),
    askedOnly: phrases
      .flat()
      .filter((phrase) => bracketed.test(phrase))
      .map(bare),
    broader: listed(broader.replace('>', ''), /\s+/),
    related: listed(related, /\s+/),
  };
}

function nameLine(line: string): NameLine {
  const [written = '', concepts = '', ...more] = line.slice(1).split('|');
  const forms = listed(written, ',');
  const name = {
    forms: forms.filter((form) => !bracketed.test(form)),
    askedOnly: forms.filter((form) => bracketed.test(form)).map(bare),
    concepts: listed(concepts, /\s+/),
  };
  if (name.forms.length === 0 || more.length > 0) throw new Error(`Not a name: ${line}`);
  return name;
}

/** Parses files of the thesaurus. @throws Error for an invalid line, and for an id that is duplicate or unknown */
export function parseThesaurus(texts: readonly string[]): ThesaurusLines {
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const concepts = lines.filter((line) => !/^[=:]/.test(line)).map(conceptLine);
  const ordinary = lines
    .filter((line) => line.startsWith(':'))
    .flatMap((line) => listed(line.slice(1), /\s+/));
  const names = lines.filter((line) => line.startsWith('=')).map(nameLine);
  const ids = new Set<string>();
  for (const { id } of concepts) {
    if (ids.has(id)) throw new Error(`The concept ${id} is there twice`);
    ids.add(id);
  }
  const linked = [
    ...concepts.flatMap(({ id, broader, related }) =>
      [...broader, ...related].map((to) => [id, to] as const),
    ),
    ...names.flatMap(({ forms, concepts: to }) => to.map((id) => [forms[0], id] as const)),
  ];
  for (const [from, to] of linked) {
    if (!ids.has(to)) throw new Error(`${from} names the concept ${to}, which there is not`);
  }
  return { concepts, names, ordinary };
}
