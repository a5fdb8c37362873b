// What a like costs, alone and while ten connections read pages.
import type { Bed } from './bed.ts';
import { fixed, median, printTable, quantile } from './figures.ts';
import { likeItems } from './likes.ts';
import { connections, graphqlWay, throughput } from './pages.ts';
import { inTurn } from './people.ts';

export async function measureLikes(beds: readonly Bed[]): Promise<void> {
  const rows = [];
  for (const bed of beds) {
    const nextPerson = inTurn(bed.people);
    await likeItems(bed.product.url, nextPerson, bed.itemIds.slice(0, 200));
    const alone = await likeItems(bed.product.url, nextPerson, bed.itemIds.slice(200, 400));
    const over = new AbortController();
    const liking = likeItems(bed.product.url, nextPerson, bed.itemIds.slice(400, 600)).finally(
      () => {
        over.abort();
      },
    );
    while (!over.signal.aborted) await throughput(graphqlWay(bed.product), bed.people, 1);
    const loaded = await liking;
    rows.push({
      items: bed.items,
      'alone p50 ms': fixed(median(alone)),
      'alone p95 ms': fixed(quantile(alone, 0.95)),
      'under load p50 ms': fixed(median(loaded)),
      'under load p95 ms': fixed(quantile(loaded, 0.95)),
    });
  }
  printTable(
    `A like over POST /graphql, alone and while ${connections} connections read pages`,
    rows,
  );
}
