// Known names as people shorten them where they ask for something like it: Riverside FM is Riverside, Yandex DataLens DataLens.
import { nameKey, tokens } from './tokenizer.ts';
import type { Thesaurus } from './thesaurus.ts';

/** Who makes a service, where its name is said without. */
const maker = /^(?:adobe|amazon|apple|aws|azure|google|jetbrains|microsoft|vk|yandex)$/;
const shortest = 2;

/** Whether the first words of a name, written as one, are so. */
function beginsWith(written: string, key: string): boolean {
  const words = tokens(written);
  return words.some((_, place) => nameKey(words.slice(0, place)) === key);
}

/** The shortest known name that is shortened so; none for a word of the field. */
export function nameInShort({ words, names }: Thesaurus, key: string): string | undefined {
  if (key.length < shortest || words.has(key)) return undefined;
  const found = [...names.written].filter(
    ([name, full]) =>
      (name.startsWith(key) && beginsWith(full, key)) ||
      (name.endsWith(key) && maker.test(name.slice(0, -key.length))),
  );
  return found.sort(([a], [b]) => a.length - b.length)[0]?.[0];
}
