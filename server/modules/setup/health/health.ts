// The state of the installation, part by part.
import type { HealthPart } from '../../../shared/healthProbe.ts';

export interface Health {
  /** `ok` while the catalogue can be served. */
  status: 'ok' | 'failing';
  version: string;
  /** Identifies the build of the client. */
  build: string;
  /** Seconds. */
  uptime: number;
  parts: HealthPart[];
}
