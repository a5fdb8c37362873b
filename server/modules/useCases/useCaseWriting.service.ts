// Writing of use cases: saves, translates and judges changes (specification, section 4), and the job for missing translations.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { refuseCredentials } from '../../shared/credentials.ts';
import { minuteMs } from '../../shared/durations.ts';
import { parseInput } from '../../shared/validation.ts';
import type { Log } from '../../shared/log.ts';
import { requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import type { ItemsService } from '../catalogue/items/items.module.ts';
import type { Language } from '../../shared/language.ts';
import { limits } from '../../config/limits.ts';
import {
  createTranslationRounds,
  type RoundOptions,
} from '../catalogue/translations/translations.module.ts';
import { assignLanguages, judgeByRules, planTextUpdate, replanTextUpdate } from './useCaseTexts.ts';
import {
  createStepTracker,
  stepPlans,
  type UseCaseProgressStore,
} from './useCaseProgress.store.ts';
import { useCaseNotFound, publishedEvent, type RunInTransaction } from './useCases.service.ts';
import type { UseCasesStore, UseCaseTranslationsStore } from './useCases.store.ts';
import {
  createUseCaseInput,
  otherLanguage,
  updateUseCaseInput,
  type ChangeJudgement,
  type CreateUseCaseInput,
  type Descriptions,
  type UpdateUseCaseInput,
  type UseCase,
  type UseCaseUpdate,
  type UseCaseModel,
  getDescriptions,
} from './useCases.ts';

/** Counts a call of the model; false if the caller has reached the rate limit. */
export type ModelQuota = (viewer: Viewer) => Promise<boolean>;

interface Options {
  store: UseCasesStore;
  translations: UseCaseTranslationsStore;
  progress: UseCaseProgressStore;
  catalogue: Pick<ItemsService, 'item'>;
  inTransaction: RunInTransaction;
  /** Null when no language model is configured. */
  model: UseCaseModel | null;
  mayAskModel: ModelQuota;
  clock: Clock;
  log: Log;
}

/** Delay of the translation job, because the request itself translates first. */
const translationJobDelayMs = minuteMs;

export class UseCaseWritingService {
  private deps: Options;
  private trackSteps;

  constructor(deps: Options) {
    this.deps = deps;
    this.trackSteps = createStepTracker(this.deps.progress, this.deps.log);
  }

  /**
   * Saves a use case and marks the item as used in one transaction. A single text is translated now or by a later job.
   * The same key, or the same text by the same person about the same item, returns the existing use case.
   * @throws DomainError INVALID (`holdsKey`) for a text with a secret, before a model reads it
   */
  async create(viewer: Viewer, wantedId: number, input: CreateUseCaseInput): Promise<UseCase> {
    const member = requireMember(viewer);
    const userId = member.user.id;
    const {
      descriptionRu,
      descriptionEn,
      idempotencyKey = null,
      progressId,
    } = parseInput(createUseCaseInput, input);
    await refuseCredentials({ descriptionRu, descriptionEn });
    const isInBoth = descriptionRu !== null && descriptionEn !== null;
    const plan = this.deps.model && !isInBoth ? stepPlans.createTranslated : stepPlans.create;
    return this.trackSteps(userId, progressId, plan, async (enter) => {
      // Precedes the check of the item, which may have been hidden since the first call.
      const former =
        idempotencyKey && (await this.deps.store.findByIdempotencyKey(userId, idempotencyKey));
      if (former) return refuseIfDeleted(former);
      const { id: itemId } = await this.deps.catalogue.item(viewer, wantedId);

      await enter('detecting_language');
      const { texts: written, language } = assignLanguages({
        ru: descriptionRu,
        en: descriptionEn,
      });
      const texts: Descriptions = { ...written };
      const original = texts[language] ?? '';
      const other = otherLanguage(language);
      if (this.deps.model && texts[other] === null) {
        await enter('translating');
        texts[other] = await this.askModelOrNull(viewer, (one) =>
          one.translate(original, language, other),
        );
      }

      await enter('saving');
      return this.deps.inTransaction(async (tx) => {
        if (idempotencyKey) await tx.store.lockKey(userId, idempotencyKey);
        await tx.store.lockWriter(userId, itemId);
        const meanwhile =
          idempotencyKey && (await tx.store.findByIdempotencyKey(userId, idempotencyKey));
        if (meanwhile) return refuseIfDeleted(meanwhile);
        const sameText = await tx.store.findSameText(userId, itemId, texts, language);
        if (sameText) return sameText;
        // Precedes the insert, in the lock order of likes, which prevents deadlocks.
        // The item may have been merged during the translation.
        const itemNow = await tx.markAsUsed(userId, itemId);
        const at = this.deps.clock();
        const saved = await tx.store.insert({
          itemId: itemNow,
          userId,
          texts,
          originalLanguage: language,
          idempotencyKey,
          at,
        });
        await tx.events.record(publishedEvent(saved));
        if (texts[other] === null) await tx.queueTranslation(at);
        return saved;
      });
    });
  }

  /**
   * Changes an own use case: saves the text, translates it and judges the change; a significant one moves it to the
   * top.
   * Unchanged text changes nothing, so that a call can be repeated.
   * @throws DomainError NOT_FOUND for use cases of others, CONFLICT (`changedMeanwhile`) if it has changed since
   * `expectedUpdatedAt`, INVALID (`holdsKey`) for a text with a secret
   */
  async update(
    viewer: Viewer,
    language: Language,
    id: number,
    input: UpdateUseCaseInput,
  ): Promise<UseCaseUpdate> {
    const member = requireMember(viewer);
    const { descriptionRu, descriptionEn, expectedUpdatedAt, progressId } = parseInput(
      updateUseCaseInput,
      input,
    );
    const isInBoth = descriptionRu !== null && descriptionEn !== null;
    const plan = this.deps.model && !isInBoth ? stepPlans.updateTranslated : stepPlans.update;
    return this.trackSteps(member.user.id, progressId, plan, async (enter) => {
      const before = await this.deps.store.findOwn(member, id);
      if (!before) throw useCaseNotFound();
      await enter('detecting_language');
      const given = { ru: descriptionRu, en: descriptionEn };
      const plannedBefore = planTextUpdate(before, given);
      if (!plannedBefore) return { useCase: before, isSignificant: false, reason: null };
      await refuseCredentials({ descriptionRu, descriptionEn });

      await enter('updating');
      const planned = await this.deps.inTransaction(async (tx) => {
        const held = await tx.store.lockOwn(member, id);
        if (!held) throw useCaseNotFound();
        // Plans with the locked state, so that changes of other calls are kept.
        const textUpdate = replanTextUpdate(given, before, held, plannedBefore);
        if (!textUpdate) return null;
        if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== held.updatedAt.getTime())
          throw changedMeanwhile();
        const now = this.deps.clock();
        // Two changes within one millisecond must have different versions.
        const at = new Date(Math.max(now.getTime(), held.updatedAt.getTime() + 1));
        if (!(await tx.store.updateTexts(member, id, { ...textUpdate, at })))
          throw useCaseNotFound();
        if (textUpdate.untranslated)
          await tx.queueTranslation(
            new Date(now.getTime() + (this.deps.model ? translationJobDelayMs : 0)),
          );
        return textUpdate;
      });

      if (this.deps.model && planned?.untranslated) {
        const from = planned.originalLanguage;
        const original = planned.texts[from] ?? '';
        await enter('translating');
        const translated = await this.askModelOrNull(viewer, (one) =>
          one.translate(original, from, otherLanguage(from)),
        );
        if (translated !== null) {
          await enter('saving');
          await this.deps.translations.fill(id, from, original, translated);
        }
      }

      let judgement: ChangeJudgement = { isSignificant: false, reason: null };
      if (planned?.change) {
        const { old, fresh, share } = planned.change;
        await enter('analysing_changes');
        judgement =
          (await this.askModelOrNull(viewer, (one) => one.judgeChange(old, fresh, language))) ??
          judgeByRules(share, language);
      }
      if (judgement.isSignificant) await this.deps.store.moveToTop(member, id, this.deps.clock());
      const after = await this.deps.store.findOwn(member, id);
      if (!after) throw useCaseNotFound();
      return { useCase: after, ...judgement };
    });
  }

  /**
   * The answer of the model; null if it is unavailable or the viewer has reached the rate limit. The text is saved
   * anyway.
   */
  private async askModelOrNull<Answer>(
    viewer: Viewer,
    ask: (model: UseCaseModel) => Promise<Answer>,
  ): Promise<Answer | null> {
    if (!this.deps.model) return null;
    if (!(await this.deps.mayAskModel(viewer))) {
      this.deps.log.info({ reason: 'analyze' }, 'Saving a use case without the language model');
      return null;
    }
    try {
      return await ask(this.deps.model);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'UNAVAILABLE') throw error;
      this.deps.log.info({ reason: error.reason }, 'Saving a use case without the language model');
      return null;
    }
  }
}

const changedMeanwhile = () =>
  new DomainError(
    'CONFLICT',
    'This use case was changed in the meantime. Reload it and try again.',
    {
      reason: 'changedMeanwhile',
    },
  );

/** Returns the use case of the first call; throws if it was deleted. */
function refuseIfDeleted({
  useCase,
  isDeleted,
}: {
  useCase: UseCase;
  isDeleted: boolean;
}): UseCase {
  if (isDeleted)
    throw new DomainError(
      'GONE',
      'This use case was deleted. Write it again with another idempotency key.',
    );
  return useCase;
}

type TranslationModel = Pick<UseCaseModel, 'translate'>;

interface TranslationOptions extends RoundOptions {
  store: UseCaseTranslationsStore;
  /** Null when no language model is configured. */
  model: TranslationModel | null;
}

export const createUseCaseTranslation = ({ store, model, ...options }: TranslationOptions) => {
  const translate = async (useCase: UseCase, by: TranslationModel): Promise<boolean> => {
    const texts = getDescriptions(useCase);
    const from =
      texts[useCase.originalLanguage] === null
        ? otherLanguage(useCase.originalLanguage)
        : useCase.originalLanguage;
    const original = texts[from] ?? '';
    const translated = await by.translate(original, from, otherLanguage(from));
    return store.fill(useCase.id, from, original, translated);
  };
  return createTranslationRounds({
    ...options,
    store,
    model,
    translate,
    most: limits.translationsPerRound,
  });
};
