// Asks every part how it is, each within a time limit, and remembers the answer for a moment.
import type { Clock } from '../../shared/clock.ts';
import type { Health, HealthPart, HealthProbe } from './health.ts';

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

export function createHealth({ probes, version, build, startedAt, clock }: Options) {
  let remembered: { at: number; parts: Promise<HealthPart[]> } | null = null;

  const parts = (): Promise<HealthPart[]> => {
    const now = clock().getTime();
    if (!remembered || now - remembered.at > rememberMs) {
      remembered = { at: now, parts: Promise.all(probes.map(ask)) };
    }
    return remembered.parts;
  };

  return {
    async check(): Promise<Health> {
      const states = await parts();
      const vital = new Set(probes.filter((probe) => probe.isVital).map((probe) => probe.name));
      const isServing = states.every((part) => part.state !== 'failing' || !vital.has(part.name));
      return {
        status: isServing ? 'ok' : 'failing',
        version,
        build,
        uptime: (clock().getTime() - startedAt.getTime()) / 1000,
        parts: states,
      };
    },
  };
}

export type HealthService = ReturnType<typeof createHealth>;
