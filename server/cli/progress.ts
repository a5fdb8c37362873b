// Progress of a command on the standard error: a bar on a terminal, plain lines elsewhere.

export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** @param total null while it is not known */
  show(what: string, done: number, total: number | null): void;
  /** Clears the bar. */
  end(): void;
}

const barWidth = 24;
/** Shortest time between two plain lines, so that a log file stays readable. */
const lineEveryMs = 2_000;

function barOf(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.min(barWidth, Math.round((done / total) * barWidth));
  return `[${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}] ${Math.min(100, total === 0 ? 100 : Math.floor((done / total) * 100))} %`;
}

function terminalProgress(output: ProgressOutput): Progress {
  const width = () => Math.max(20, (output.columns ?? 80) - 1);
  return {
    show(what, done, total) {
      const text =
        total === null ? `${what} ${done}` : `${what} ${barOf(done, total)} ${done} of ${total}`;
      output.write(`\r\u001B[2K${text.slice(0, width())}`);
    },
    end: () => void output.write('\r\u001B[2K'),
  };
}

function plainProgress(output: ProgressOutput): Progress {
  let last = '';
  let at = 0;
  return {
    show(what, done, total) {
      const now = performance.now();
      if (what === last && now - at < lineEveryMs) return;
      last = what;
      at = now;
      output.write(`${what} ${done}${total === null ? '' : ` of ${total}`}\n`);
    },
    end: () => undefined,
  };
}

export const createProgress = (output: ProgressOutput): Progress =>
  output.isTTY ? terminalProgress(output) : plainProgress(output);
