// Opens the engine (engine/README.md) over an empty index: the thesaurus is learned in portions.
import { Engine } from './engine/engine.ts';
import { Index } from './engine/index.ts';
import { Thesaurus } from './engine/thesaurus.ts';
import type { Portions } from './portions.ts';
import { readThesaurus } from './thesaurus/thesaurusFiles.ts';

/** What learning costs, in characters of texts. */
const costOf = { concept: 250, word: 40 };

export async function openEngine(portions: Portions): Promise<Engine> {
  // Loading this file was a portion, reading the files of the thesaurus is another.
  await portions.rest();
  const lines = readThesaurus();
  await portions.rest();
  const thesaurus = new Thesaurus({ concepts: [], names: [] });
  for (const _learned of thesaurus.learning(lines)) await portions.spend(costOf.concept);
  const index = new Index(thesaurus, []);
  for (const word of thesaurus.words) {
    index.learn(word);
    await portions.spend(costOf.word);
  }
  return new Engine(index);
}
