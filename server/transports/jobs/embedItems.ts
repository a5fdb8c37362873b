// Creates embedding vectors of items whose texts have changed.
import type { Task } from './task.ts';

export const embedItems: Task = {
  name: 'embedItems',
  atStart: true,
  /** A model that is away ends the round; the next minute goes on with what is left. */
  async run(_payload, { services, log, signal }) {
    if (!services.embeddingRounds) return;
    const { embedded, refused } = await services.embeddingRounds.embedPending(signal);
    if (embedded > 0) log.info(`Made the vectors of ${embedded} services`);
    if (refused > 0) log.warn(`The embedding model refuses the texts of ${refused} services`);
  },
};
