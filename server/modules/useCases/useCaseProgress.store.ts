// Progress of use case requests (specification, section 4): its steps, and SQL outside transactions, so that every server can read it.
import type { Knex } from 'knex';
import type { Log } from '../../shared/log.ts';

export type WorkingStep =
  | 'analysing_text'
  | 'detecting_language'
  | 'updating'
  | 'translating'
  | 'saving'
  | 'analysing_changes';

type UseCaseStep = WorkingStep | 'done' | 'failed';

export interface UseCaseProgress {
  step: UseCaseStep;
  /** 1-based number of the step in this piece of work. */
  position: number;
  total: number;
}

/** Steps of each request, in the order of the specification, with texts in both languages. */
export const stepPlans = {
  analyse: ['analysing_text'],
  create: ['detecting_language', 'saving'],
  createTranslated: ['detecting_language', 'translating', 'saving'],
  update: ['detecting_language', 'updating', 'analysing_changes'],
  updateTranslated: [
    'detecting_language',
    'updating',
    'translating',
    'saving',
    'analysing_changes',
  ],
} as const satisfies Record<string, readonly WorkingStep[]>;

/** The steps before the current one, which may be too short for polling; none after the end. */
export function passedSteps({ step, position, total }: UseCaseProgress): WorkingStep[] {
  const plan = Object.values<readonly WorkingStep[]>(stepPlans).find(
    (steps) => steps.length === total && steps[position - 1] === step,
  );
  return plan?.slice(0, position - 1) ?? [];
}

type EnterStep = (step: WorkingStep) => Promise<void>;

/** Runs work and records its steps if the caller gave a progress id. */
type TrackSteps = <Result>(
  userId: number,
  progressId: string | null | undefined,
  plan: readonly WorkingStep[],
  work: (enter: EnterStep) => Promise<Result>,
) => Promise<Result>;

interface ProgressRecord {
  /** Never fails. */
  write(progress: UseCaseProgress): Promise<void>;
}

/**
 * Runs work and records its steps, then `done`, or `failed` with the number of the failed step.
 * Recording never affects the result.
 */
async function recordSteps<Result>(
  record: ProgressRecord,
  plan: readonly WorkingStep[],
  work: (enter: EnterStep) => Promise<Result>,
): Promise<Result> {
  const total = plan.length;
  let position = 1;
  const enter: EnterStep = async (step) => {
    position = plan.indexOf(step) + 1;
    await record.write({ step, position, total });
  };
  try {
    const result = await work(enter);
    await record.write({ step: 'done', position: total, total });
    return result;
  } catch (error) {
    await record.write({ step: 'failed', position, total });
    throw error;
  }
}

interface ProgressRecords {
  removeOld(): Promise<void>;
  write(userId: number, progressId: string, progress: UseCaseProgress): Promise<void>;
}

/** Records steps in the database; failures of recording are only logged. */
export const createStepTracker = (records: ProgressRecords, log: Log): TrackSteps => {
  const orLog = (written: Promise<void>): Promise<void> =>
    written.catch((error: unknown) =>
      log.warn({ err: error }, 'The steps of work on a use case could not be recorded'),
    );
  return async (userId, progressId, plan, work) => {
    if (!progressId) return work(async () => {});
    await orLog(records.removeOld());
    return recordSteps(
      { write: (step) => orLog(records.write(userId, progressId, step)) },
      plan,
      work,
    );
  };
};

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
