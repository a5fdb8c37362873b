// Lines of figures, each with what must hold.

export interface Target {
  text: string;
  holds: boolean;
}

export const zero = (count: number): Target => ({ text: '0', holds: count === 0 });
export const exactly = (wanted: number, count: number): Target => ({
  text: String(wanted),
  holds: count === wanted,
});

export interface Report {
  line(what: string, measured: string, target?: Target): void;
  /** What did not hold so far. */
  missed: readonly string[];
}

export function openReport(print: (line: string) => void): Report {
  const missed: string[] = [];
  return {
    missed,
    line(what, measured, target) {
      if (target && !target.holds) missed.push(what.trim());
      const verdict = target ? `${target.text.padEnd(9)} ${target.holds ? 'held' : 'MISSED'}` : '';
      print(`${what.padEnd(66)} ${measured.padStart(14)}   ${verdict}`.trimEnd());
    },
  };
}
