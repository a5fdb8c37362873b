// What was promised, and whether the measured figures keep it.

interface Verdict {
  target: string;
  measured: string;
  isMet: boolean;
}

export interface Targets {
  atMost(target: string, value: number, most: number, text: string): void;
  atLeast(target: string, value: number, least: number, text: string): void;
  verdicts(): Verdict[];
}

export function createTargets(): Targets {
  const verdicts: Verdict[] = [];
  return {
    atMost: (target, value, most, measured) =>
      void verdicts.push({ target, measured, isMet: value <= most }),
    atLeast: (target, value, least, measured) =>
      void verdicts.push({ target, measured, isMet: value >= least }),
    verdicts: () => verdicts,
  };
}
