/** Bulk decisions sent in batches, so that the progress is visible and the run can be stopped. */

/** The server takes up to 100 ids per call; a batch of this size takes one or two seconds. */
const batchSize = 10;

export interface BatchResult<Row> {
  done: Row[];
  failed: Row[];
  /** Ids that were not tried, because of a stop or a failed call. */
  left: string[];
  /** Error of a whole call. */
  failure?: unknown;
}

/** Runs `call` for one batch of ids after the other; `shouldContinue` is asked before each. */
export async function runInBatches<Row>(
  ids: readonly string[],
  call: (ids: string[]) => Promise<{ done: Row[]; failed: Row[] }>,
  shouldContinue: (processed: number) => boolean,
): Promise<BatchResult<Row>> {
  const result: BatchResult<Row> = { done: [], failed: [], left: [...ids] };
  while (result.left.length > 0 && shouldContinue(ids.length - result.left.length)) {
    const batch = result.left.slice(0, batchSize);
    try {
      const { done, failed } = await call(batch);
      result.done.push(...done);
      result.failed.push(...failed);
    } catch (failure) {
      return { ...result, failure };
    }
    result.left = result.left.slice(batch.length);
  }
  return result;
}
