// Stages of items in a company: types, input schemas and rules. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { dayMs, utcDay } from '../../../shared/durations.ts';
import { optionalText } from '../../../shared/validation.ts';

export const stageNames = ['listed', 'pilot', 'adopted', 'phasing_out', 'retired'] as const;
export type StageName = (typeof stageNames)[number];

/** Content of a decision. One text of each pair may be missing. */
export interface StageContent {
  stage: StageName;
  /** Question that a pilot answers; null for other stages. */
  questionRu: string | null;
  questionEn: string | null;
  /** Last day of a pilot, such as `2026-12-31`; null for other stages. */
  endsOn: string | null;
  reasonRu: string | null;
  reasonEn: string | null;
}

/** Stage of an item in a company, as a viewer sees it. */
export interface ItemStage extends StageContent {
  id: number;
  /** The current item, after merges. */
  itemId: number;
  /** The item for which it was decided. */
  decidedItemId: number;
  companyKey: string;
  decidedBy: number | null;
  decidedAt: Date;
  version: number;
  testersCount: number;
  /** True when the viewer is a tester. */
  isTester: boolean;
}

/** A past decision on a stage. */
export interface StageChange {
  stageId: number;
  version: number;
  before: StageContent;
  after: StageContent;
  changedBy: number | null;
  changedAt: Date;
  /** The version that it undid. */
  undoes: number | null;
}

/** Content of a stage without a decision. */
export const undecided: StageContent = {
  stage: 'listed',
  questionRu: null,
  questionEn: null,
  endsOn: null,
  reasonRu: null,
  reasonEn: null,
};

/** The day (UTC) of a moment. */

const missing = (path: string, message: string) => ({
  path: [path],
  message,
  params: { code: 'required' },
});

const endDay = (now: Date) => {
  const latest = utcDay(new Date(now.getTime() + limits.stages.pilotDays * dayMs));
  return z
    .string()
    .refine((day) => z.iso.date().safeParse(day).success, {
      message: 'Write the day as 2026-12-31',
      params: { code: 'day' },
    })
    .refine((day) => day >= utcDay(now) && day <= latest, {
      message: `A pilot ends today or later, by ${latest}`,
      params: { code: 'pilotEnd' },
    });
};

/** Input of a decision. A pilot needs a question and a last day, every other stage a reason. */
export const stageInput = (now: Date) =>
  z
    .strictObject({
      stage: z.enum(stageNames),
      questionRu: optionalText(limits.text.stage),
      questionEn: optionalText(limits.text.stage),
      endsOn: endDay(now).nullish(),
      reasonRu: optionalText(limits.text.stage),
      reasonEn: optionalText(limits.text.stage),
      expectedVersion: z.int().min(0).nullish(),
    })
    .refine(
      ({ stage, questionRu, questionEn }) => stage !== 'pilot' || (questionRu ?? questionEn),
      missing('questionEn', 'Say in one language at least what the pilot should answer'),
    )
    .refine(
      ({ stage, endsOn }) => stage !== 'pilot' || endsOn,
      missing('endsOn', 'Say on which day the pilot ends'),
    )
    .refine(
      ({ stage, reasonRu, reasonEn }) => stage === 'pilot' || (reasonRu ?? reasonEn),
      missing('reasonEn', 'Say in one language at least why'),
    )
    .transform(
      ({ expectedVersion: _version, questionRu, questionEn, endsOn, ...rest }): StageContent =>
        rest.stage === 'pilot'
          ? { ...rest, questionRu, questionEn, endsOn: endsOn ?? null }
          : { ...rest, questionRu: null, questionEn: null, endsOn: null },
    );

export type StageInput = z.input<ReturnType<typeof stageInput>>;

export const contentOf = ({
  stage,
  questionRu,
  questionEn,
  endsOn,
  reasonRu,
  reasonEn,
}: StageContent): StageContent => ({ stage, questionRu, questionEn, endsOn, reasonRu, reasonEn });

export const isSameContent = (one: StageContent, other: StageContent): boolean =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));

/** True while people may join a pilot. */
export const isRunning = ({ stage, endsOn }: StageContent, now: Date): boolean =>
  stage === 'pilot' && endsOn !== null && endsOn >= utcDay(now);

export const isFull = ({ testersCount }: Pick<ItemStage, 'testersCount'>): boolean =>
  testersCount >= limits.stages.testers;
