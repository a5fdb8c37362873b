// How far a replica is behind, by our own clock: for how long it has not reached a position at which we saw the primary.
// PostgreSQL's own measure, the time of the last replayed commit, grows while nobody writes.

/** Samples that wait for the replica at most; past that every second one is forgotten, never the oldest. */
const mostSamples = 1_000;

export function createLagMeter() {
  let ahead: { position: number; at: number }[] = [];
  let last = -1;
  return {
    /** @param at milliseconds */
    primaryAt(position: number, at: number): void {
      if (position <= last) return;
      last = position;
      if (ahead.length >= mostSamples) ahead = ahead.filter((_sample, place) => place % 2 === 0);
      ahead.push({ position, at });
    },

    replicaAt(position: number): void {
      ahead = ahead.filter((sample) => sample.position > position);
    },

    seconds: (now: number): number => {
      const [oldest] = ahead;
      return oldest ? Math.max(0, now - oldest.at) / 1000 : 0;
    },
  };
}
