/** Many decisions at once: in portions, so that one sees how far it is and can stop. */

/** The server takes a hundred within twenty seconds; a portion this small is done in one or two. */
const portionSize = 10;

export interface PortionsDone<Row> {
  done: Row[];
  failed: Row[];
  /** Those that were not tried: somebody stopped, or a whole call failed. */
  left: string[];
  /** What a whole call failed with. */
  failure?: unknown;
}

/** Runs `call` for one portion of the ids after the other; `goesOn` is asked before each of them. */
export async function inPortions<Row>(
  ids: readonly string[],
  call: (ids: string[]) => Promise<{ done: Row[]; failed: Row[] }>,
  goesOn: (dealtWith: number) => boolean,
): Promise<PortionsDone<Row>> {
  const outcome: PortionsDone<Row> = { done: [], failed: [], left: [...ids] };
  while (outcome.left.length > 0 && goesOn(ids.length - outcome.left.length)) {
    const portion = outcome.left.slice(0, portionSize);
    try {
      const { done, failed } = await call(portion);
      outcome.done.push(...done);
      outcome.failed.push(...failed);
    } catch (failure) {
      return { ...outcome, failure };
    }
    outcome.left = outcome.left.slice(portion.length);
  }
  return outcome;
}
