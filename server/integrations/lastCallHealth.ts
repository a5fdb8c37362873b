// Health of an external service, derived from its last call.
import type { HealthPart } from '../shared/healthProbe.ts';

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
