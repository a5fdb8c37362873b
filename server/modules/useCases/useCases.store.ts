// SQL that writes use cases, their translations and their likes, and reads single ones.
import type { Knex } from 'knex';
import type { Member, Viewer } from '../people/accounts/accounts.module.ts';
import type { LikeInfo } from '../catalogue/items/items.module.ts';
import { type Descriptions, type UseCase, otherLanguage } from './useCases.ts';
import {
  lockItemOf,
  ownUseCases,
  toUseCase,
  useCaseColumns,
  visibleUseCases,
  type UseCaseRow,
} from './useCases.queries.ts';
import type { Language } from '../../shared/language.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  findFirstAttempt,
  isDue,
  useCaseAttempts,
} from '../catalogue/translations/translations.module.ts';

export interface NewUseCase {
  itemId: number;
  userId: number;
  texts: Descriptions;
  originalLanguage: Language;
  idempotencyKey: string | null;
  at: Date;
}

export interface NewTexts {
  texts: Descriptions;
  originalLanguage: Language;
  staleLanguage: Language | null;
  at: Date;
}

const toOptionalUseCase = (row: UseCaseRow | undefined): UseCase | null =>
  row ? toUseCase(row) : null;

export class UseCasesStore {
  private db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  async find(viewer: Viewer, id: number): Promise<UseCase | null> {
    return toOptionalUseCase(
      await visibleUseCases(this.db, viewer).where({ id }).first(useCaseColumns),
    );
  }

  /** The latest use case of a person with an enabled account about an item, locked until the end of the transaction. */
  async lockLatest(viewer: Viewer, itemId: number, userId: number): Promise<UseCase | null> {
    return toOptionalUseCase(
      await visibleUseCases(this.db, viewer)
        .where({ item_id: itemId, user_id: userId })
        .whereNotIn('user_id', this.db('users').whereNotNull('disabled_at').select('id'))
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .forUpdate()
        .first(useCaseColumns),
    );
  }

  async findOwn(member: Member, id: number): Promise<UseCase | null> {
    return toOptionalUseCase(
      await ownUseCases(this.db, member, member.user.id)
        .where({ id })
        .whereNull('deleted_at')
        .first(useCaseColumns),
    );
  }

  /** An own use case, locked with its item until the end of the transaction. */
  async lockOwn(member: Member, id: number): Promise<UseCase | null> {
    await lockItemOf(this.db, id);
    return toOptionalUseCase(
      await ownUseCases(this.db, member, member.user.id)
        .where({ id })
        .whereNull('deleted_at')
        .forUpdate()
        .first(useCaseColumns),
    );
  }

  /** The use case of an idempotency key, and whether it is deleted. */
  async findByIdempotencyKey(
    userId: number,
    key: string,
  ): Promise<{ useCase: UseCase; isDeleted: boolean } | null> {
    const row: (UseCaseRow & { deleted_at: Date | null }) | undefined = await this.db('use_cases')
      .where({ user_id: userId, idempotency_key: key })
      .first([...useCaseColumns, 'deleted_at']);
    return row ? { useCase: toUseCase(row), isDeleted: row.deleted_at !== null } : null;
  }

  /** Serialises calls of a person with the same key until the end of the transaction. */
  async lockKey(userId: number, key: string): Promise<void> {
    await this.db.raw('select pg_advisory_xact_lock(?, hashtext(?))', [userId, key]);
  }

  /** Serialises writes of a person about an item until the end of the transaction. */
  async lockWriter(userId: number, itemId: number): Promise<void> {
    await this.db.raw('select pg_advisory_xact_lock(?, ?)', [userId, itemId]);
  }

  /** A use case of the person about the item with the same text in a language. */
  async findSameText(
    userId: number,
    itemId: number,
    texts: Descriptions,
    language: Language,
  ): Promise<UseCase | null> {
    return toOptionalUseCase(
      await this.db('use_cases')
        .where({ user_id: userId, item_id: itemId, [`description_${language}`]: texts[language] })
        .whereNull('deleted_at')
        .first(useCaseColumns),
    );
  }

  async insert(useCase: NewUseCase): Promise<UseCase> {
    const rows: UseCaseRow[] = await this.db('use_cases')
      .insert({
        item_id: useCase.itemId,
        user_id: useCase.userId,
        description_ru: useCase.texts.ru,
        description_en: useCase.texts.en,
        original_language: useCase.originalLanguage,
        idempotency_key: useCase.idempotencyKey,
        created_at: useCase.at,
        updated_at: useCase.at,
        moved_up_at: useCase.at,
      })
      .returning(useCaseColumns);
    return toUseCase(rows[0]!);
  }

  async updateTexts(
    member: Member,
    id: number,
    { texts, originalLanguage, staleLanguage, at }: NewTexts,
  ): Promise<UseCase | null> {
    const rows: UseCaseRow[] = await ownUseCases(this.db, member, member.user.id)
      .where({ id })
      .whereNull('deleted_at')
      .update({
        description_ru: texts.ru,
        description_en: texts.en,
        original_language: originalLanguage,
        stale_language: staleLanguage,
        updated_at: at,
      })
      .returning(useCaseColumns);
    return toOptionalUseCase(rows[0]);
  }

  /** Moves a use case to the top of its author's list. */
  async moveToTop(member: Member, id: number, at: Date): Promise<void> {
    await ownUseCases(this.db, member, member.user.id).where({ id }).update({ moved_up_at: at });
  }

  /** Marks a use case as deleted; returns whether it existed. Requires a transaction. */
  async softDelete(member: Member, id: number, at: Date): Promise<boolean> {
    await lockItemOf(this.db, id);
    const count = await ownUseCases(this.db, member, member.user.id)
      .where({ id })
      .whereNull('deleted_at')
      .update({ deleted_at: at });
    return count > 0;
  }

  /** The item of an own deleted use case. */
  async itemOfDeleted(member: Member, id: number): Promise<number | null> {
    const row: { item_id: number } | undefined = await ownUseCases(this.db, member, member.user.id)
      .where({ id })
      .whereNotNull('deleted_at')
      .first('item_id');
    return row?.item_id ?? null;
  }

  /** A use case with the same author, item and text as one that was deleted after `since`. */
  async findSameTextAsDeleted(member: Member, id: number, since: Date): Promise<UseCase | null> {
    return toOptionalUseCase(
      await this.db('use_cases')
        .where({ user_id: member.user.id })
        .whereNull('deleted_at')
        .whereExists(
          ownUseCases(this.db, member, member.user.id)
            .from('use_cases as gone')
            .where({ 'gone.id': id })
            .where('gone.deleted_at', '>=', since)
            .whereRaw(
              `gone.item_id = use_cases.item_id and case gone.original_language
                 when 'ru' then gone.description_ru = use_cases.description_ru
                 else gone.description_en = use_cases.description_en end`,
            ),
        )
        .first(useCaseColumns),
    );
  }

  /** Restores a use case that was deleted after `since`. */
  async restore(member: Member, id: number, since: Date): Promise<UseCase | null> {
    const rows: UseCaseRow[] = await ownUseCases(this.db, member, member.user.id)
      .where({ id })
      .where('deleted_at', '>=', since)
      .update({ deleted_at: null })
      .returning(useCaseColumns);
    return toOptionalUseCase(rows[0]);
  }

  /** Permanently deletes up to `count` use cases that were deleted before `since`; returns their number. */
  forgetDeleted(since: Date, count: number): Promise<number> {
    return this.db('use_cases')
      .whereIn('id', this.db('use_cases').where('deleted_at', '<', since).limit(count).select('id'))
      .delete();
  }

  /** Deletes all use cases of a person about an item; returns their number. */
  removeOwn(userId: number, itemId: number, at: Date): Promise<number> {
    return this.db('use_cases')
      .where({ user_id: userId, item_id: itemId })
      .whereNull('deleted_at')
      .update({ deleted_at: at });
  }

  async countOwn(userId: number, itemId: number): Promise<number> {
    const rows: { count: number }[] = await this.db('use_cases')
      .where({ user_id: userId, item_id: itemId })
      .whereNull('deleted_at')
      .count({ count: '*' });
    return Number(rows[0]?.count ?? 0);
  }

  /** Toggles the like of a use case, unless it is an own one. A trigger keeps the count. */
  async toggleLike(userId: number, id: number): Promise<void> {
    await lockItemOf(this.db, id);
    const removed = await this.db('use_case_likes')
      .where({ user_id: userId, use_case_id: id })
      .delete();
    if (removed > 0) return;
    await this.db.raw(
      `insert into use_case_likes (user_id, use_case_id)
       select :userId, id from use_cases where id = :id and user_id <> :userId and deleted_at is null
       on conflict do nothing`,
      { userId, id },
    );
  }

  async likeInfo(userId: number, id: number): Promise<LikeInfo> {
    const { rows } = await this.db.raw<{ rows: LikeInfo[] }>(
      `select likes_count as "likesCount",
         exists (select from use_case_likes where user_id = :userId and use_case_id = :id) as "isLiked"
       from use_cases where id = :id`,
      { userId, id },
    );
    return rows[0] ?? { isLiked: false, likesCount: 0 };
  }
}

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
