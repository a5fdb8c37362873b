// Use case analysis: checks a text before it is saved (specification, section 4).
import { refuseCredentials } from '../../shared/credentials.ts';
import { parseInput } from '../../shared/validation.ts';
import type { Log } from '../../shared/log.ts';
import { requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Language } from '../../shared/language.ts';
import { analyseByRules } from './useCaseAnalysisRules.ts';
import {
  createStepTracker,
  stepPlans,
  type UseCaseProgressStore,
} from './useCaseProgress.store.ts';
import { analyseInput, type UseCaseAnalysis as Analysis, type UseCaseModel } from './useCases.ts';

interface Options {
  progress: UseCaseProgressStore;
  /** Null when no language model is configured. */
  model: UseCaseModel | null;
  log: Log;
}

export const createUseCaseAnalysis = ({ progress, model, log }: Options) => {
  const following = createStepTracker(progress, log);
  return {
    /**
     * Checks a text by the model, or by rules without one. Reasons are in `language`.
     * @throws DomainError INVALID for a blank or too long text and (`holdsKey`) for a text with a secret, which is not
     * sent to the model; UNAVAILABLE when the model gives no valid answer
     */
    async analyse(
      viewer: Viewer,
      language: Language,
      input: { text: string; progressId?: string | null },
    ): Promise<Analysis> {
      const member = requireMember(viewer);
      const { text, progressId } = parseInput(analyseInput, input);
      await refuseCredentials({ text });
      return following(member.user.id, progressId, stepPlans.analyse, async (enter) => {
        await enter('analysing_text');
        return model
          ? { improvedCases: await model.analyse(text, language), source: 'model' as const }
          : { improvedCases: analyseByRules(text, language), source: 'rules' as const };
      });
    },
  };
};
