// Deletion in batches, so that locks stay short.

const portion = 5_000;

/**
 * Deletes in batches, each in its own statement or transaction, until nothing is left.
 * @param deleteSome deletes at most `most` rows; returns their number
 */
export async function deleteInBatches(
  deleteSome: (most: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(portion)) === portion);
}
