// SQL for the progress of use case requests; written outside transactions, so that every server can read it.
import type { Knex } from 'knex';
import type { UseCaseProgress, UseCaseStep } from './useCaseProgress.ts';

/** Age after which a record is removed. */
const keptForMinutes = 10;

export const useCaseProgressStore = (db: Knex) => ({
  async write(
    userId: number,
    progressId: string,
    { step, position, total }: UseCaseProgress,
  ): Promise<void> {
    await db.raw(
      `insert into use_case_progress (user_id, progress_id, step, position, total, updated_at)
       values (:userId, :progressId, :step, :position, :total, now())
       on conflict (user_id, progress_id) do update set
         step = excluded.step, position = excluded.position, total = excluded.total, updated_at = excluded.updated_at`,
      { userId, progressId, step, position, total },
    );
  },

  async removeOld(): Promise<void> {
    await db.raw(
      `delete from use_case_progress where updated_at < now() - ? * interval '1 minute'`,
      [keptForMinutes],
    );
  },

  async read(userId: number, progressId: string): Promise<UseCaseProgress | null> {
    const { rows } = await db.raw<{ rows: (UseCaseProgress & { step: UseCaseStep })[] }>(
      `select step, position, total from use_case_progress
       where user_id = :userId and progress_id = :progressId
         and updated_at >= now() - :minutes * interval '1 minute'`,
      { userId, progressId, minutes: keptForMinutes },
    );
    return rows[0] ?? null;
  },
});

export type UseCaseProgressStore = ReturnType<typeof useCaseProgressStore>;
