// Serial queue: work of one kind runs one after another.

/** Runs work one after another; a failure reaches its caller only. `begin` may still refuse in its turn. */
export type RunInTurn = <Result>(begin: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const result = last.then(begin);
    last = result.catch(() => undefined);
    return result;
  };
}
