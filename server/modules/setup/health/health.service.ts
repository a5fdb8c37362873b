// Health of the installation: probes of all parts, with a time limit and a short cache.
import type { Clock } from '../../../shared/clock.ts';
import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';

export interface Health {
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
