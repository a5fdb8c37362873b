// The steps of the server's work on a use case (specification, section 4), as they truly happen.

export type WorkingStep =
  | 'analysing_text'
  | 'detecting_language'
  | 'updating'
  | 'translating'
  | 'saving'
  | 'analysing_changes';

export type UseCaseStep = WorkingStep | 'done' | 'failed';

export interface UseCaseProgress {
  step: UseCaseStep;
  /** 1-based number of the step in this piece of work. */
  position: number;
  total: number;
}

/** What each kind of work does, in the order of the specification; in both languages nothing is left to translate. */
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

/** The steps before the given one: some are too quick to be seen by who asks. None once the work has ended. */
export function passedSteps({ step, position, total }: UseCaseProgress): WorkingStep[] {
  const plan = Object.values<readonly WorkingStep[]>(stepPlans).find(
    (steps) => steps.length === total && steps[position - 1] === step,
  );
  return plan?.slice(0, position - 1) ?? [];
}

/** Says that a step begins now. */
type EnterStep = (step: WorkingStep) => Promise<void>;

/** Runs work under a progress id, when the caller gave one. */
export type FollowSteps = <Result>(
  userId: number,
  progressId: string | null | undefined,
  plan: readonly WorkingStep[],
  work: (enter: EnterStep) => Promise<Result>,
) => Promise<Result>;

interface ProgressRecord {
  write(progress: UseCaseProgress): Promise<void>;
}

/**
 * Runs work that says which of the planned steps it enters, and records each; afterwards `done`, or `failed` with the
 * number of the step that failed. Without a record the work just runs.
 */
async function recordingSteps<Result>(
  record: ProgressRecord | null,
  plan: readonly WorkingStep[],
  work: (enter: EnterStep) => Promise<Result>,
): Promise<Result> {
  if (!record) return work(async () => {});
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
    await record.write({ step: 'failed', position, total }).catch((cause: unknown) => {
      throw new AggregateError(
        [error, cause],
        'The work failed, and so did the record of its steps',
        { cause: error },
      );
    });
    throw error;
  }
}

interface ProgressRecords {
  forgetOld(): Promise<void>;
  write(userId: number, progressId: string, progress: UseCaseProgress): Promise<void>;
}

/** Records the steps of work where its owner can read them. */
export const createFollowSteps =
  (records: ProgressRecords): FollowSteps =>
  async (userId, progressId, plan, work) => {
    if (!progressId) return recordingSteps(null, plan, work);
    await records.forgetOld();
    return recordingSteps({ write: (step) => records.write(userId, progressId, step) }, plan, work);
  };
