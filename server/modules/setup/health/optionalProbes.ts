// Health probes of the optional language model, embedding model and mail server.
import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';

type State = Omit<HealthPart, 'name'>;

const check = async (probe: HealthProbe): Promise<State> => {
  const answer = await probe.check();
  return typeof answer === 'string' ? { state: answer, detail: null } : answer;
};

/** @param probe null when no language model is configured */
export const languageModelProbe = (probe: HealthProbe | null): HealthProbe =>
  probe ?? {
    name: 'languageModel',
    isVital: false,
    check: async () => ({
      state: 'off',
      detail:
        'No language model is set up: texts are checked by rules and wait for their translation.',
    }),
  };

/** @param probe null when no embedding model is configured */
export const embeddingsProbe = (probe: HealthProbe | null): HealthProbe =>
  probe ?? {
    name: 'embeddings',
    isVital: false,
    check: async () => ({
      state: 'off',
      detail: 'No embedding model is set up: the search goes by words and concepts.',
    }),
  };

/**
 * Reports the numbers of waiting and given-up access requests.
 * @param probe null when no mail server is configured
 */
export const mailProbe = (
  probe: HealthProbe | null,
  waiting: () => Promise<{ queued: number; failed: number }>,
): HealthProbe => ({
  name: 'mail',
  isVital: false,
  async check() {
    const { queued, failed } = await waiting();
    const backlog = queued > 0 ? ` Access requests that wait: ${queued}.` : '';
    if (!probe) {
      return {
        state: 'off',
        detail: `No mail server is set up: access requests are stored and not sent.${backlog}`,
      };
    }
    const { state, detail } = await check(probe);
    if (failed > 0)
      return {
        state: 'failing',
        detail: `Access requests that were given up after two days: ${failed}.${backlog}`,
      };
    return { state, detail: state === 'failing' ? `${detail ?? ''}${backlog}` : detail };
  },
});
