// SQL for use cases without a current translation.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Language } from '../../shared/language.ts';
import {
  findFirstAttempt,
  isDue,
  useCaseAttempts,
} from '../catalogue/translations/translations.module.ts';
import { otherLanguage, type UseCase } from './useCases.ts';
import { lockItemOf, toUseCase, useCaseColumns, type UseCaseRow } from './useCases.queries.ts';

/** Use cases with a missing or outdated translation, due or not. */
const untranslatedUseCases = (db: Knex) =>
  db('use_cases')
    .whereNull('deleted_at')
    .whereRaw('(description_ru is null or description_en is null or stale_language is not null)');

export const useCaseTranslationsStore = (db: Knex) => ({
  /** Due use cases after an id. */
  async pending(afterId: number, limit: number, now: Date): Promise<UseCase[]> {
    const rows: UseCaseRow[] = await untranslatedUseCases(db)
      .whereRaw(isDue(useCaseAttempts), [now])
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select(useCaseColumns);
    return rows.map(toUseCase);
  },

  /** Time of the first retry among these use cases; null if none has failed. */
  firstTry: (): Promise<Date | null> => findFirstAttempt(untranslatedUseCases(db), useCaseAttempts),

  /**
   * Saves a translation unless its original has changed; returns whether it was saved. Dates and order stay unchanged.
   */
  async fill(id: number, from: Language, original: string, translated: string): Promise<boolean> {
    const to = otherLanguage(from);
    return inTransaction(db, async (trx) => {
      await lockItemOf(trx, id);
      const count = await trx('use_cases')
        .where({ id, [`description_${from}`]: original })
        .where((one) => void one.whereNull(`description_${to}`).orWhere({ stale_language: to }))
        .update({ [`description_${to}`]: translated, stale_language: null });
      return count > 0;
    });
  },
});

export type UseCaseTranslationsStore = ReturnType<typeof useCaseTranslationsStore>;
