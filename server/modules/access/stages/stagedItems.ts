// Search filter by stage: the items of a company on each stage, cached per version of the rules.
import { stageNames, type StageName } from './stages.ts';
import type { StagesStore } from './stages.store.ts';

/** Marks at the ids of items: those to include, and those to exclude. */
export interface StageFilter {
  marked?: Uint8Array[];
  unmarked?: Uint8Array[];
}

type Staged = { itemId: number; stage: StageName }[];

function marksOf(staged: Staged): Uint8Array {
  const marks = new Uint8Array(Math.max(0, ...staged.map(({ itemId }) => itemId)) + 1);
  for (const { itemId } of staged) marks[itemId] = 1;
  return marks;
}

export class StagedItemsCache {
  private store: Pick<StagesStore, 'staged'>;
  private cached = new Map<string, { version: number; staged: Staged }>();

  constructor(store: Pick<StagesStore, 'staged'>) {
    this.store = store;
  }

  /**
   * Filter for the items of a company on one of the stages; items without a decision are listed.
   * @param version of the rules that the search index has read; it grows with every change of a stage
   */
  async filter(
    companyKey: string,
    stages: readonly StageName[],
    version: number,
  ): Promise<StageFilter> {
    const staged = await this.get(companyKey, version);
    const among = (names: readonly StageName[]) =>
      marksOf(staged.filter(({ stage }) => names.includes(stage)));
    return stages.includes('listed')
      ? { unmarked: [among(stageNames.filter((name) => !stages.includes(name)))] }
      : { marked: [among(stages)] };
  }

  private async get(companyKey: string, version: number): Promise<Staged> {
    const cached = this.cached.get(companyKey);
    if (cached?.version === version) return cached.staged;
    const staged = await this.store.staged(companyKey);
    this.cached.set(companyKey, { version, staged });
    return staged;
  }
}
