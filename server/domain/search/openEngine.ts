// Opens the engine (README.md) over an empty index: the thesaurus is learned in portions, once in a process.
import { Engine } from './engine/engine.ts';
import { Index } from './engine/index.ts';
import { Thesaurus } from './engine/thesaurus.ts';
import type { Portions } from './portions.ts';
import { readThesaurus } from './thesaurus/thesaurusFiles.ts';

/** What learning costs, in characters of texts. */
const costOf = { concept: 250, word: 40 };

let learned: Promise<Thesaurus> | null = null;

async function learn(portions: Portions): Promise<Thesaurus> {
  const lines = readThesaurus();
  await portions.rest();
  const thesaurus = new Thesaurus({ concepts: [], names: [] });
  for (const _learned of thesaurus.learning(lines)) await portions.spend(costOf.concept);
  return thesaurus;
}

export async function openEngine(portions: Portions): Promise<Engine> {
  // Nothing of it changes: what admins teach stands beside it, in the index.
  learned ??= learn(portions).catch((error: unknown) => {
    learned = null;
    throw error;
  });
  const thesaurus = await learned;
  const index = new Index(thesaurus, []);
  for (const word of thesaurus.words) {
    index.learn(word);
    await portions.spend(costOf.word);
  }
  return new Engine(index);
}
