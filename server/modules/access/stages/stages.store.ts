// SQL of stages, and the cache of the items on each stage for the search filter.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { runPrepared } from '../../../database/preparedStatements.ts';
import {
  type ItemStage,
  type StageChange,
  type StageContent,
  type StageName,
  stageNames,
} from './stages.ts';

/** $1 is the viewer. People who have left the company no longer count as testers. */
const columns = `
  item_stages.id, item_stages.item_id as "decidedItemId", company_key as "companyKey", stage, question_ru as "questionRu", question_en as "questionEn",
  to_char(ends_on, 'YYYY-MM-DD') as "endsOn", reason_ru as "reasonRu", reason_en as "reasonEn",
  decided_by as "decidedBy", decided_at as "decidedAt", version,
  (select count(*)::integer from pilot_testers join users on users.id = user_id
   where stage_id = item_stages.id and users.company_key = item_stages.company_key and disabled_at is null) as "testersCount",
  exists (select from pilot_testers where stage_id = item_stages.id and user_id = $1) as "isTester"`;

/** False for stages of merged items when the kept item has its own. */
const isShown = `not exists (
  select from item_stages as own
  where own.company_key = item_stages.company_key and own.item_id = item_now(item_stages.item_id) and own.id <> item_stages.id)`;

/** The own stage of an item, or the latest one of the items merged into it. */
const ofItems = {
  name: 'item_stages_of',
  text: `
    with recursive parts as (
      select id, company_key, id as kept from unnest($2::integer[], $3::text[]) as asked (id, company_key)
      union select items.id, parts.company_key, parts.kept from items join parts on items.merged_into = parts.id)
    select distinct on (kept, company_key) kept as "itemId", ${columns}
    from parts join item_stages using (company_key)
    where item_stages.item_id = parts.id
    order by kept, company_key, parts.id = kept desc, decided_at desc`,
};

const byId = {
  name: 'item_stage',
  text: `select item_now(item_id) as "itemId", ${columns} from item_stages where id = $2 and ${isShown}`,
};

/** Ended pilots of one company or of all; hidden items are included for admins only. */
const waiting = {
  name: 'item_stages_waiting',
  text: `
    select items.id as "itemId", ${columns}
    from item_stages join items on items.id = item_now(item_id)
    where ends_on <= $2::date and ($3::text is null or company_key = $3)
      and removed_at is null and ($3::text is null or admin_visibility = 'visible') and ${isShown}
    order by ends_on, item_stages.id limit ${limits.stages.waiting}`,
};

const toColumns = (
  { stage, questionRu, questionEn, endsOn, reasonRu, reasonEn }: StageContent,
  by: { userId: number; at: Date },
) => ({
  stage,
  question_ru: questionRu,
  question_en: questionEn,
  ends_on: endsOn,
  reason_ru: reasonRu,
  reason_en: reasonEn,
  decided_by: by.userId,
  decided_at: by.at,
  is_demo: false,
});

export interface StagePlace {
  itemId: number;
  companyKey: string;
}

export class StagesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Decided stages of visible items in companies. */
  ofItems = (viewerId: number, places: readonly StagePlace[]): Promise<ItemStage[]> =>
    runPrepared<ItemStage>(this.db, ofItems, [
      viewerId,
      places.map(({ itemId }) => itemId),
      places.map(({ companyKey }) => companyKey),
    ]);

  async find(viewerId: number, id: number): Promise<ItemStage | null> {
    const [stage] = await runPrepared<ItemStage>(this.db, byId, [viewerId, id]);
    return stage ?? null;
  }

  async lock(viewerId: number, id: number): Promise<ItemStage | null> {
    // Locks in a separate statement, so that the next one sees the testers that other transactions committed before the
    // lock.
    await this.db('item_stages').where({ id }).forUpdate().select('id');
    return this.find(viewerId, id);
  }

  waiting = (viewerId: number, today: string, companyKey: string | null): Promise<ItemStage[]> =>
    runPrepared<ItemStage>(this.db, waiting, [viewerId, today, companyKey]);

  /** Locks an item against concurrent decisions. */
  lockItem = (id: number): Promise<unknown> =>
    this.db('items').where({ id }).forNoKeyUpdate().select('id');

  async companyExists(key: string): Promise<boolean> {
    return (await this.db('companies').where({ key }).first('key')) !== undefined;
  }

  async insert(
    { itemId, companyKey }: StagePlace,
    content: StageContent,
    by: { userId: number; at: Date },
  ): Promise<number> {
    const [made]: { id: number }[] = await this.db('item_stages')
      .insert({ item_id: itemId, company_key: companyKey, ...toColumns(content, by) })
      .returning('id');
    return made!.id;
  }

  /** Copies the stage and testers of a merged item to the kept one. */
  async copy(viewerId: number, id: number, itemId: number): Promise<ItemStage | null> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `with made as (
         insert into item_stages (item_id, company_key, stage, question_ru, question_en, ends_on, reason_ru, reason_en,
           decided_by, decided_at, version, asked_on)
         select :itemId, company_key, stage, question_ru, question_en, ends_on, reason_ru, reason_en,
           decided_by, decided_at, version, asked_on
         from item_stages where id = :id returning id),
       testers as (
         insert into pilot_testers (stage_id, user_id, joined_at)
         select made.id, user_id, joined_at from made cross join pilot_testers where stage_id = :id)
       select id from made`,
      { id, itemId },
    );
    return this.find(viewerId, rows[0]!.id);
  }

  async update(id: number, content: StageContent, by: { userId: number; at: Date }): Promise<void> {
    await this.db('item_stages')
      .where({ id })
      .update({ ...toColumns(content, by), version: this.db.raw('version + 1') });
  }

  async recordChange({ before, after, ...change }: StageChange): Promise<void> {
    await this.db('item_stage_changes').insert({
      stage_id: change.stageId,
      version: change.version,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      changed_by: change.changedBy,
      changed_at: change.changedAt,
      undoes: change.undoes,
    });
  }

  /** Decisions on stages, newest first. */
  async history(ids: readonly number[]): Promise<StageChange[]> {
    const { rows } = await this.db.raw<{ rows: StageChange[] }>(
      `select stage_id as "stageId", version, before, after, changed_by as "changedBy", changed_at as "changedAt", undoes
       from unnest(?::integer[]) as asked (id) cross join lateral (
         select * from item_stage_changes where stage_id = asked.id order by version desc limit ?) as change
       order by version desc`,
      [[...ids], limits.stages.history],
    );
    return rows;
  }

  async join(id: number, userId: number, at: Date): Promise<void> {
    await this.db('pilot_testers')
      .insert({ stage_id: id, user_id: userId, joined_at: at })
      .onConflict()
      .ignore();
  }

  async leave(id: number, userId: number): Promise<void> {
    await this.db('pilot_testers').where({ stage_id: id, user_id: userId }).delete();
  }

  async removeTesters(id: number): Promise<void> {
    await this.db('pilot_testers').where({ stage_id: id }).delete();
  }

  /** Claims pilots whose decision is due, each once for its last day over all processes. */
  async claimEnded(
    today: string,
    limit: number,
  ): Promise<{ id: number; itemId: number; endsOn: string }[]> {
    const { rows } = await this.db.raw<{ rows: { id: number; itemId: number; endsOn: string }[] }>(
      `update item_stages set asked_on = ends_on
       where id in (
         select id from item_stages where ends_on <= ?::date and asked_on is distinct from ends_on and ${isShown}
         order by id limit ? for update skip locked)
       returning id, item_now(item_id) as "itemId", to_char(ends_on, 'YYYY-MM-DD') as "endsOn"`,
      [today, limit],
    );
    return rows;
  }

  /** The items of a company whose stage is not `listed`. */
  async staged(companyKey: string): Promise<{ itemId: number; stage: StageName }[]> {
    const { rows } = await this.db.raw<{ rows: { itemId: number; stage: StageName }[] }>(
      `select distinct on (kept) kept as "itemId", stage
       from item_stages cross join lateral item_now(item_id) as kept
       where company_key = ?
       order by kept, item_id = kept desc, decided_at desc`,
      [companyKey],
    );
    return rows.filter(({ stage }) => stage !== 'listed');
  }
}

/** Marks at the ids of items: those to include, and those to exclude. */
interface StageFilter {
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
