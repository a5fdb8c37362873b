// SQL for custom synonyms and searches without results.
import type { Knex } from 'knex';
import type { Synonym, ZeroResultSearch } from './customSynonyms.ts';
import type { Pair } from './engine/customVocabulary.ts';
import { limits } from '../../config/limits.ts';
import type { Language } from '../../shared/language.ts';

const columns = ['id', 'word', 'synonym'];

export const customSynonymsStore = (db: Knex) => ({
  async synonyms(): Promise<Synonym[]> {
    return db('search_synonyms')
      .select(columns)
      .orderBy(['word', 'synonym', 'id'])
      .limit(limits.lists.synonyms);
  },

  /** All pairs; locks out additions until the end of the transaction. */
  async lockPairs(): Promise<Pair[]> {
    await db.raw('lock table search_synonyms in share row exclusive mode');
    return db('search_synonyms').select('word', 'synonym');
  },

  async addSynonym(pair: Pair): Promise<Synonym> {
    const rows: Synonym[] = await db('search_synonyms').insert(pair).returning(columns);
    return rows[0]!;
  },

  /** Removes a pair; null for an unknown one. */
  async removeSynonym(id: number): Promise<Synonym | null> {
    const rows: Synonym[] = await db('search_synonyms').where({ id }).delete().returning(columns);
    return rows[0] ?? null;
  },

  /** Counts a search without results; over the daily limit only known texts are counted. */
  async countZeroResult(text: string, language: Language, at: Date): Promise<void> {
    await db.raw(
      `with today as (select (:at::timestamptz at time zone 'UTC')::date as day),
       old as (delete from zero_result_searches where day < (select day from today) - ${limits.searchDays})
       insert into zero_result_searches (day, language, text)
       select day, :language, :text from today
       where (select count(*) from zero_result_searches as known where known.day = today.day) < ${limits.searchTextsPerDay}
         or exists (select from zero_result_searches as known
           where known.day = today.day and known.language = :language and known.text = :text)
       on conflict (day, language, text) do update set count = zero_result_searches.count + 1`,
      { at, language, text },
    );
  },

  /** Searches without results, most frequent first. */
  async zeroResults(since: Date, first: number): Promise<ZeroResultSearch[]> {
    const { rows } = await db.raw<{ rows: ZeroResultSearch[] }>(
      `select text, language, to_char(day, 'YYYY-MM-DD') as day, count
       from zero_result_searches
       where day > (:since::timestamptz at time zone 'UTC')::date
       order by count desc, zero_result_searches.day desc, text, language
       limit :first`,
      { since, first },
    );
    return rows;
  },
});

export type CustomSynonymsStore = ReturnType<typeof customSynonymsStore>;
