// How the last call of a service ended, for the health of the installation: nobody calls a service to learn its health.
import type { HealthPart } from '../shared/healthProbe.ts';

export interface LastOutcome {
  succeeded(): void;
  /** @param detail one English sentence without secrets */
  failed(detail: string): void;
  state(): Omit<HealthPart, 'name'>;
}

export function createLastOutcome(): LastOutcome {
  let last: Omit<HealthPart, 'name'> = { state: 'ok', detail: 'Not called since the start.' };
  return {
    succeeded() {
      last = { state: 'ok', detail: null };
    },
    failed(detail) {
      last = { state: 'failing', detail };
    },
    state: () => last,
  };
}
