// Lets work of one kind go one after another, however many ask for it at once.

/** Runs what it is given in turn; a failure is the caller's and holds up nobody. `begin` may still refuse when its turn comes. */
export type InTurn = <Result>(begin: () => Promise<Result>) => Promise<Result>;

export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const result = last.then(begin);
    last = result.catch(() => undefined);
    return result;
  };
}
