// Loads the search engine with an empty index; reads the thesaurus once per process, step by step.
import type { YieldingScheduler } from '../../shared/yieldingScheduler.ts';
import { Engine } from './engine/engine.ts';
import { Index } from './engine/invertedIndex.ts';
import { Thesaurus } from './engine/thesaurus.ts';
import { readThesaurus } from './vocabulary/thesaurus/thesaurusFiles.ts';

let learned: Promise<Thesaurus> | null = null;

async function learn(turns: YieldingScheduler): Promise<Thesaurus> {
  const lines = readThesaurus();
  await turns.next();
  const thesaurus = new Thesaurus({ concepts: [], names: [], ordinary: [] });
  for (const _learned of thesaurus.loading(lines)) await turns.next();
  return thesaurus;
}

/** Loads the thesaurus once. It never changes: custom vocabulary is stored beside it. */
function learnThesaurus(turns: YieldingScheduler): Promise<Thesaurus> {
  learned ??= learn(turns).catch((error: unknown) => {
    learned = null;
    throw error;
  });
  return learned;
}

export async function loadEngine(turns: YieldingScheduler): Promise<Engine> {
  const thesaurus = await learnThesaurus(turns);
  const index = new Index(thesaurus, []);
  for (const word of thesaurus.words) {
    index.learn(word);
    await turns.next();
  }
  return new Engine(index);
}
