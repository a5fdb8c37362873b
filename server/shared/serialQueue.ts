// Serial queue: work of one kind runs one after another.

/** Runs what it is given in turn; a failure is the caller's and holds up nobody. `begin` may still refuse when its turn comes. */
export type RunInTurn = <Result>(begin: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const result = last.then(begin);
    last = result.catch(() => undefined);
    return result;
  };
}
