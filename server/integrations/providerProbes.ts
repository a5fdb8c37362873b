// How Google and Telegram are, for the health of the installation. Neither is vital: the catalogue is served without them.
import type { HealthProbe } from '../shared/healthProbe.ts';
import { minuteMs } from '../shared/durations.ts';

interface Checked {
  check(): Promise<void>;
}

/** A provider that answered is not asked again for this long. */
const rememberMs = minuteMs;

function probe(name: string, provider: Checked | null, whenOff: string): HealthProbe {
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    name,
    isVital: false,
    isOutside: provider !== null,
    check: async () => {
      if (!provider) return { state: 'off', detail: whenOff };
      const now = performance.now();
      if (now - answeredAt > rememberMs) {
        await provider.check();
        answeredAt = now;
      }
      return 'ok';
    },
  };
}

/** @param providers null for one that is not configured */
export const providerProbes = (providers: {
  google: Checked | null;
  telegram: Checked | null;
}): HealthProbe[] => [
  probe('google', providers.google, 'Signing in with Google is not set up'),
  probe('telegram', providers.telegram, 'Signing in with Telegram is not set up'),
];
