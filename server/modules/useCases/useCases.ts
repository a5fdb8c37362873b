// Types and input schemas of use cases.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { optionalText, text, trimmedText } from '../../shared/validation.ts';
import type { Language } from '../../shared/language.ts';
import type { User } from '../people/accounts/accounts.module.ts';

/** A short example of using an item. */
export interface UseCase {
  id: number;
  itemId: number;
  userId: number;
  /** Null while not translated yet. */
  descriptionRu: string | null;
  descriptionEn: string | null;
  originalLanguage: Language;
  /** The language whose text is older than the other one; null when both are current. */
  staleLanguage: Language | null;
  likesCount: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A use case with the like of a viewer. */
export interface UseCaseWithLike extends UseCase {
  isLiked: boolean;
  /** Read together with the use case. */
  author?: User;
}

/** Texts of a use case; null if not translated yet. */
export type Descriptions = Record<Language, string | null>;

export const improvedCaseTypes = ['improved', 'split', 'needs_clarification'] as const;

export interface ImprovedCase {
  type: (typeof improvedCaseTypes)[number];
  /** In the language of the caller. */
  reason: string;
  text: string;
}

export interface UseCaseAnalysis {
  improvedCases: ImprovedCase[];
  source: 'model' | 'rules';
}

export interface ChangeJudgement {
  isSignificant: boolean;
  /** In the language of the caller; null when nothing significant changed. */
  reason: string | null;
}

export interface UseCaseUpdate extends ChangeJudgement {
  useCase: UseCase;
}

export const otherLanguage = (language: Language): Language => (language === 'ru' ? 'en' : 'ru');

export const getDescriptions = (useCase: UseCase): Descriptions => ({
  ru: useCase.descriptionRu,
  en: useCase.descriptionEn,
});

export const getTranslationState = (useCase: UseCase): 'translated' | 'pending' =>
  useCase.descriptionRu === null || useCase.descriptionEn === null || useCase.staleLanguage !== null
    ? 'pending'
    : 'translated';

/**
 * The language of a text by its letters; Russian texts may contain product names in Latin letters.
 * A text without letters has the language of its field.
 */
export function detectLanguage(written: string, field: Language): Language {
  const cyrillic = written.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = written.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic + latin === 0) return field;
  return cyrillic * 2 >= latin ? 'ru' : 'en';
}

/** The text of a use case must not be blank after trimming (specification, section 5). */
const useCaseText = trimmedText(limits.text.useCase);

const description = optionalText(limits.text.useCase);

const progressId = text(100).nullish();

export const analyseInput = z.strictObject({
  text: useCaseText.refine((value) => value.length > 0, {
    message: 'The text is empty',
    params: { code: 'required' },
  }),
  progressId,
});

const descriptions = {
  descriptionRu: description,
  descriptionEn: description,
  progressId,
};

const someText = {
  message: 'The text is empty',
  path: ['descriptionRu'],
  params: { code: 'required' },
};

export const createUseCaseInput = z
  .strictObject({ ...descriptions, idempotencyKey: optionalText(200) })
  .refine((value) => value.descriptionRu !== null || value.descriptionEn !== null, someText);

export const updateUseCaseInput = z
  .strictObject({ ...descriptions, expectedUpdatedAt: z.date().nullish() })
  .refine((value) => value.descriptionRu !== null || value.descriptionEn !== null, someText);

export type CreateUseCaseInput = z.input<typeof createUseCaseInput>;
export type UpdateUseCaseInput = z.input<typeof updateUseCaseInput>;

/** The language model for use cases. Its answers are validated, limited in length, and shown before they are saved. */
export interface UseCaseModel {
  /**
   * Improves a text, or asks for missing details; reasons are in `language`.
   * @throws DomainError UNAVAILABLE when the model gives no valid answer
   */
  analyse(text: string, language: Language): Promise<ImprovedCase[]>;
  translate(text: string, from: Language, to: Language): Promise<string>;
  /** Judges whether the meaning of a use case has changed, with a reason in `language`. */
  judgeChange(before: string, after: string, language: Language): Promise<ChangeJudgement>;
}
