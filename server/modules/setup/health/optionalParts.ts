// How the optional parts are: what is switched off without them, and what is left undone.
import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';

type State = Omit<HealthPart, 'name'>;

const stateOf = async (probe: HealthProbe): Promise<State> => {
  const answer = await probe.check();
  return typeof answer === 'string' ? { state: answer, detail: null } : answer;
};

/** The language model; null when none is configured. */
export const languageModelProbe = (probe: HealthProbe | null): HealthProbe =>
  probe ?? {
    name: 'languageModel',
    isVital: false,
    check: async () => ({
      state: 'off',
      detail:
        'No language model is configured: texts are checked by rules and wait for their translation.',
    }),
  };

/** Mail; null when no mail server is configured. Names the requests that wait or were given up. */
export const mailProbe = (
  probe: HealthProbe | null,
  waiting: () => Promise<{ queued: number; failed: number }>,
): HealthProbe => ({
  name: 'mail',
  isVital: false,
  async check() {
    const { queued, failed } = await waiting();
    const kept = queued > 0 ? ` Access requests that wait: ${queued}.` : '';
    if (!probe) {
      return {
        state: 'off',
        detail: `No mail server is configured: access requests are kept and not sent.${kept}`,
      };
    }
    const { state, detail } = await stateOf(probe);
    if (failed > 0)
      return {
        state: 'failing',
        detail: `Access requests that were given up after two days: ${failed}.${kept}`,
      };
    return { state, detail: state === 'failing' ? `${detail ?? ''}${kept}` : detail };
  },
});
