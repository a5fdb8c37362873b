// Port of a health probe for one part of the installation, and the health of an external service by its last call.
type PartState = 'ok' | 'off' | 'failing';

export interface HealthPart {
  name: string;
  state: PartState;
  /** Reason of being off or failing, without secrets. */
  detail: string | null;
}

/** A check of one part; a throwing probe counts as failing. */
export interface HealthProbe {
  name: string;
  /** True when the catalogue does not work without it. */
  isVital: boolean;
  /** True for an external service, which may be slow: readiness does not wait for it. */
  isOutside?: boolean;
  check(): Promise<HealthPart['state'] | Omit<HealthPart, 'name'>>;
}

export interface LastCallHealth {
  recordSuccess(): void;
  /** @param detail one English sentence without secrets */
  recordFailure(detail: string): void;
  state(): Omit<HealthPart, 'name'>;
}

export function createLastCallHealth(): LastCallHealth {
  let last: Omit<HealthPart, 'name'> = { state: 'ok', detail: 'Not called since the start.' };
  return {
    recordSuccess() {
      last = { state: 'ok', detail: null };
    },
    recordFailure(detail) {
      last = { state: 'failing', detail };
    },
    state: () => last,
  };
}
