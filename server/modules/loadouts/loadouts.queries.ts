// SQL that reads loadouts.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { visibleItems } from '../access/requests/accessRequests.module.ts';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import type { Discipline } from '../people/disciplines/disciplines.module.ts';
import type { Loadout, LoadoutFilter, LoadoutItem } from './loadouts.ts';
import {
  loadoutColumns,
  readableLoadouts,
  takersSql,
  toLoadout,
  toLoadoutItem,
  visibleLoadoutItems,
  type LoadoutItemRow,
  type LoadoutRow,
} from './loadouts.rows.ts';

const companyOf = (viewer: Viewer): string | null =>
  viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;

/**
 * SQL for the order of a list: official ones of a company, those of all companies, then the most taken. Binds the
 * company.
 */
const inOrderSql = `loadouts.kind = 'official' and loadouts.company_key is not distinct from ? desc,
  loadouts.kind = 'official' and loadouts.company_key is null desc, ${takersSql} desc, loadouts.id`;

export class LoadoutsQueries {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async find(viewer: Viewer, id: number): Promise<Loadout | null> {
    const row: LoadoutRow | undefined = await readableLoadouts(this.db, viewer)
      .where('loadouts.id', id)
      .first(loadoutColumns(this.db));
    return row ? toLoadout(row) : null;
  }

  async page(
    member: Member,
    { discipline, company, mine, official, page, perPage }: LoadoutFilter,
  ): Promise<{ loadouts: Loadout[]; total: number }> {
    const query = readableLoadouts(this.db, member);
    if (discipline) query.where('loadouts.discipline', discipline);
    if (company) query.where('loadouts.company_key', company);
    if (official) query.where('loadouts.kind', 'official');
    if (mine) query.where('loadouts.owner_id', member.user.id);
    else query.whereNot('loadouts.kind', 'personal');
    const [counted]: { count: string }[] = await query.clone().count({ count: '*' });
    const rows: LoadoutRow[] = await query
      .orderByRaw(inOrderSql, [companyOf(member)])
      .limit(perPage)
      .offset(page * perPage)
      .select(loadoutColumns(this.db));
    return { loadouts: rows.map(toLoadout), total: Number(counted?.count ?? 0) };
  }

  /**
   * The loadout that best matches a search: by exact title, then all words in the title, then the discipline, then all
   * words in the purpose of a visible item unless they name a discipline.
   */
  async search(
    member: Member,
    words: string,
    disciplines: readonly Discipline[],
  ): Promise<Loadout | null> {
    const isTitle = `:words in (translate(lower(loadouts.title_ru), 'ё', 'е'), lower(loadouts.title_en))`;
    const titleHas = 'loadout_words(loadouts.title_ru, loadouts.title_en) @@ wanted.words';
    const isOfDiscipline = 'loadouts.discipline = any(:disciplines::text[])';
    const values = { words, disciplines: [...disciplines], company: companyOf(member) };
    const isTask = visibleItems(this.db, member)
      .whereRaw('items.id = item_now(held.item_id)')
      .select(this.db.raw('1'));
    const row: LoadoutRow | undefined = await readableLoadouts(this.db, member)
      .with(
        'wanted',
        this.db.raw(
          // The parts of a hyphenated word are declined, the whole is not.
          `select words from plainto_tsquery('pg_catalog.russian', ?) as words`,
          [words.replaceAll('-', ' ')],
        ),
      )
      .with('found', (found) =>
        found
          .from('loadouts')
          .joinRaw('cross join wanted')
          .whereRaw(titleHas)
          .select('loadouts.id')
          .union([
            this.db('loadouts').whereRaw(isOfDiscipline, values).select('id'),
            this.db('loadout_items as held')
              .joinRaw('cross join wanted')
              .whereRaw('loadout_words(reason_ru, reason_en) @@ wanted.words')
              .whereRaw('cardinality(:disciplines::text[]) = 0', values)
              .whereExists(isTask)
              .select('loadout_id'),
          ]),
      )
      .joinRaw('cross join wanted')
      .whereIn('loadouts.id', this.db('found').select('id'))
      .orderByRaw(
        `coalesce(${isTitle}, false) desc, ${titleHas} desc, coalesce(${isOfDiscipline}, false) desc,
         ts_rank(loadout_words(loadouts.title_ru, loadouts.title_en), wanted.words, 2) desc,
         loadouts.kind = 'official' and loadouts.company_key is not distinct from :company desc,
         loadouts.kind = 'official' desc, ${takersSql} desc, loadouts.id`,
        values,
      )
      .first(loadoutColumns(this.db));
    return row ? toLoadout(row) : null;
  }

  /** The visible items of a loadout that a person does not use, for a condition. */
  private unused(member: Member): Knex.QueryBuilder {
    return visibleItems(this.db, member)
      .joinRaw('join loadout_items as held on items.id = item_now(held.item_id)')
      .whereRaw('held.loadout_id = loadouts.id')
      .whereRaw('not exists (select from item_likes where item_id = items.id and user_id = ?)', [
        member.user.id,
      ])
      .select(this.db.raw('1'));
  }

  /** Loadouts that a person has taken, not hidden, and does not use completely; latest first. */
  async taken(member: Member): Promise<Loadout[]> {
    const rows: LoadoutRow[] = await readableLoadouts(this.db, member)
      .join('loadout_takes as take', 'take.loadout_id', 'loadouts.id')
      .where('take.user_id', member.user.id)
      .whereNotNull('take.taken_at')
      .whereNull('take.hidden_at')
      .whereExists(this.unused(member))
      .orderBy([{ column: 'take.taken_at', order: 'desc' }, { column: 'loadouts.id' }])
      .limit(limits.lists.loadoutsTaken)
      .select(loadoutColumns(this.db));
    return rows.map(toLoadout);
  }

  /** The official loadout of a discipline that a person has neither taken nor hidden, and does not use completely. */
  async offered(member: Member, discipline: Discipline): Promise<Loadout | null> {
    const row: LoadoutRow | undefined = await readableLoadouts(this.db, member)
      .where({ 'loadouts.kind': 'official', 'loadouts.discipline': discipline })
      .whereRaw('(loadouts.company_key is null or loadouts.company_key = ?)', [companyOf(member)])
      .whereRaw(
        'not exists (select from loadout_takes where loadout_id = loadouts.id and user_id = ? and (taken_at is not null or hidden_at is not null))',
        [member.user.id],
      )
      .whereExists(this.unused(member))
      .orderByRaw(inOrderSql, [companyOf(member)])
      .first(loadoutColumns(this.db));
    return row ? toLoadout(row) : null;
  }

  /** The items that a viewer can see, in order. */
  async items(viewer: Viewer, loadoutIds: readonly number[]): Promise<LoadoutItem[]> {
    const rows: LoadoutItemRow[] = await visibleLoadoutItems(this.db, viewer, loadoutIds).select(
      'seen.*',
    );
    return rows.map(toLoadoutItem);
  }

  /** Loadouts that contain each of these items, in list order. */
  async ofItems(
    viewer: Viewer,
    itemIds: readonly number[],
    most: number,
  ): Promise<(Loadout & { heldItemId: number })[]> {
    const rows: (LoadoutRow & { held_item_id: number })[] = await this.db
      .withRecursive('led', (led) =>
        led
          .from(this.db.raw('unnest(?::integer[]) as wanted (id)', [[...itemIds]]))
          .select({ id: 'wanted.id', root: 'wanted.id' })
          .union((merged) =>
            merged
              .from('items')
              .join('led', 'items.merged_into', 'led.id')
              .select('items.id', 'led.root'),
          ),
      )
      .with('ranked', (ranked) =>
        ranked
          .from(
            readableLoadouts(this.db, viewer)
              .joinRaw(
                `join (select distinct led.root, loadout_items.loadout_id from led
                   join loadout_items on loadout_items.item_id = led.id) as holding
                 on holding.loadout_id = loadouts.id`,
              )
              .select(
                ...loadoutColumns(this.db),
                'holding.root as held_item_id',
                this.db.raw(
                  `row_number() over (partition by holding.root order by ${inOrderSql}) as rank`,
                  [companyOf(viewer)],
                ),
              )
              .as('held'),
          )
          .select('held.*'),
      )
      .from('ranked')
      .where('rank', '<=', most)
      .orderBy(['held_item_id', 'rank'])
      .select('*');
    return rows.map((row) => ({ ...toLoadout(row), heldItemId: row.held_item_id }));
  }

  /** People of the member's company who use most items of each loadout. */
  async colleagues(
    member: Member,
    loadoutIds: readonly number[],
  ): Promise<{ loadoutId: number; userId: number; usedCount: number }[]> {
    const { rows } = await this.db.raw<{
      rows: { loadoutId: number; userId: number; usedCount: number }[];
    }>(
      `select "loadoutId", "userId", "usedCount" from (
         select seen.loadout_id as "loadoutId", users.id as "userId", count(*)::integer as "usedCount",
           row_number() over (partition by seen.loadout_id order by count(*) desc, users.id) as rank
         from (?) as seen
         join item_likes on item_likes.item_id = seen.item_id
         join users on users.id = item_likes.user_id and users.company_key = ? and users.disabled_at is null
           and not users.is_tool and users.id <> ?
         group by seen.loadout_id, users.id
       ) as ranked where rank <= ? order by "loadoutId", rank`,
      [
        visibleLoadoutItems(this.db, member, loadoutIds).select('seen.loadout_id', 'seen.item_id'),
        companyOf(member),
        member.user.id,
        limits.lists.loadoutColleagues,
      ],
    );
    return rows;
  }
}
