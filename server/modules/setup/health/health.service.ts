// Health of the installation: probes of all parts, with a time limit and a short cache.
import type { Clock } from '../../../shared/clock.ts';
import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';

interface Health {
  /** `ok` while the catalogue can be served. */
  status: 'ok' | 'failing';
  version: string;
  /** Build of the client. */
  build: string;
  /** In seconds. */
  uptime: number;
  parts: HealthPart[];
}

interface Options {
  probes: HealthProbe[];
  version: string;
  build: string;
  startedAt: Date;
  clock: Clock;
}

const probeTimeoutMs = 2_000;
/** Lifetime of cached results, so that frequent requests do not load the parts. */
const cacheMs = 1_000;

async function runProbe(probe: HealthProbe): Promise<HealthPart> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('did not answer in time')), probeTimeoutMs);
  });
  try {
    const answer = await Promise.race([probe.check(), late]);
    return {
      name: probe.name,
      ...(typeof answer === 'string' ? { state: answer, detail: null } : answer),
    };
  } catch (error) {
    const reason =
      error instanceof Error && error.message === 'did not answer in time'
        ? error.message
        : 'does not answer';
    return { name: probe.name, state: 'failing', detail: reason };
  } finally {
    clearTimeout(timer);
  }
}

function cachedProbes(probes: readonly HealthProbe[], clock: Clock): () => Promise<HealthPart[]> {
  let cached: { at: number; parts: Promise<HealthPart[]> } | null = null;
  return () => {
    const now = clock().getTime();
    if (!cached || now - cached.at > cacheMs) {
      cached = { at: now, parts: Promise.all(probes.map(runProbe)) };
    }
    return cached.parts;
  };
}

export function createHealth({ probes, version, build, startedAt, clock }: Options) {
  const vital = new Set(probes.filter((probe) => probe.isVital).map((probe) => probe.name));
  const checkInternal = cachedProbes(
    probes.filter((probe) => !probe.isOutside),
    clock,
  );
  const checkExternal = cachedProbes(
    probes.filter((probe) => probe.isOutside),
    clock,
  );
  let lastExternal: HealthPart[] = [];

  const healthOf = (parts: HealthPart[]): Health => ({
    status: parts.some((part) => part.state === 'failing' && vital.has(part.name))
      ? 'failing'
      : 'ok',
    version,
    build,
    uptime: (clock().getTime() - startedAt.getTime()) / 1000,
    parts,
  });

  return {
    /** Checks all parts, including external services. */
    async check(): Promise<Health> {
      const inside = checkInternal();
      lastExternal = await checkExternal();
      return healthOf([...(await inside), ...lastExternal]);
    },
    /** Checks internal parts; external ones have the state of the last `check`, and are missing before it. */
    async ready(): Promise<Health> {
      return healthOf([...(await checkInternal()), ...lastExternal]);
    },
  };
}

export type HealthService = ReturnType<typeof createHealth>;

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
