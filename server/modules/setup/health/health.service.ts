// Asks every part how it is, each within a time limit, and remembers the answer for a moment.
import type { Clock } from '../../../shared/clock.ts';
import type { Health } from './health.ts';
import type { HealthPart, HealthProbe } from '../../../shared/healthProbe.ts';

interface Options {
  probes: HealthProbe[];
  version: string;
  build: string;
  startedAt: Date;
  clock: Clock;
}

const probeTimeoutMs = 2_000;
/** Answers younger than this are given again, so that nobody can load the parts by asking. */
const rememberMs = 1_000;

async function ask(probe: HealthProbe): Promise<HealthPart> {
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

/** Asks all of them; an answer younger than `rememberMs` is given again. */
function asker(probes: readonly HealthProbe[], clock: Clock): () => Promise<HealthPart[]> {
  let remembered: { at: number; parts: Promise<HealthPart[]> } | null = null;
  return () => {
    const now = clock().getTime();
    if (!remembered || now - remembered.at > rememberMs) {
      remembered = { at: now, parts: Promise.all(probes.map(ask)) };
    }
    return remembered.parts;
  };
}

export function createHealth({ probes, version, build, startedAt, clock }: Options) {
  const vital = new Set(probes.filter((probe) => probe.isVital).map((probe) => probe.name));
  const askInside = asker(
    probes.filter((probe) => !probe.isOutside),
    clock,
  );
  const askOutside = asker(
    probes.filter((probe) => probe.isOutside),
    clock,
  );
  let saidOutside: HealthPart[] = [];

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
    /** Asks every part, and waits for those outside too. */
    async check(): Promise<Health> {
      const inside = askInside();
      saidOutside = await askOutside();
      return healthOf([...(await inside), ...saidOutside]);
    },
    /** Waits for nobody outside: of those parts it tells what `check` was answered last, nothing before that. */
    async ready(): Promise<Health> {
      return healthOf([...(await askInside()), ...saidOutside]);
    },
  };
}

export type HealthService = ReturnType<typeof createHealth>;
