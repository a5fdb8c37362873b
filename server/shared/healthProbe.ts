// Port of a health probe: one part of the installation and how to ask it.

export type PartState = 'ok' | 'off' | 'failing';

export interface HealthPart {
  name: string;
  state: PartState;
  /** What is switched off or failing, without secrets. */
  detail: string | null;
}

/** One part and how to ask it; a probe that throws is failing. */
export interface HealthProbe {
  name: string;
  /** Whether the catalogue cannot be served without it. */
  isVital: boolean;
  /** Whether somebody outside is asked, who may be slow: a server is ready without that answer. */
  isOutside?: boolean;
  check(): Promise<HealthPart['state'] | Omit<HealthPart, 'name'>>;
}
