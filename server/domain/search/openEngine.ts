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

/** Learns the thesaurus, unless that is done or under way. Nothing of it changes: what admins teach stands beside it. */
export function learnThesaurus(portions: Portions): Promise<Thesaurus> {
  learned ??= learn(portions).catch((error: unknown) => {
    learned = null;
    throw error;
  });
  return learned;
}

export async function openEngine(portions: Portions): Promise<Engine> {
  const thesaurus = await learnThesaurus(portions);
  const index = new Index(thesaurus, []);
  for (const word of thesaurus.words) {
    index.learn(word);
    await portions.spend(costOf.word);
  }
  return new Engine(index);
}
