// Deletion in batches, so that locks stay short.

const portion = 5_000;

/**
 * Deletes portion after portion, each a statement or transaction of its own, until nothing is left.
 * @param deleteSome deletes at most so many; answers how many
 */
export async function deleteInBatches(
  deleteSome: (most: number) => Promise<number>,
): Promise<void> {
  while ((await deleteSome(portion)) === portion);
}
