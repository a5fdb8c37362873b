// Names of terms: a stem stands for itself, other kinds have a prefix.

/** A concept of the thesaurus. */
export const conceptTerm = (concept: number): string => `c=${concept}`;
export const tagTerm = (tag: string): string => `t=${tag}`;
export const isTagTerm = (name: string): boolean => name.startsWith('t=');
/** The concept that a term stands for; null for all other terms. */
export const conceptOf = (name: string): number | null =>
  name.startsWith('c=') ? Number(name.slice(2)) : null;
/** A custom phrase: the items that hold all its stems. */
export const phraseTerm = (stems: readonly string[]): string => `p=${stems.join(' ')}`;
/** A custom concept: the items that hold any of its phrases; with the stems by which it is highlighted. */
export const customConceptTerm = (id: number, stems: readonly string[] = []): string =>
  [`o=${id}`, ...stems].join(' ');
/** What is highlighted of a term: the stems of a phrase, those of a custom concept and the concept; of any other itself. */
export const highlightsOf = (name: string): string[] => {
  if (name.startsWith('o=')) return name.split(' ');
  return name.startsWith('p=') ? name.slice(2).split(' ') : [name];
};
