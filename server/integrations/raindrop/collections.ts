// Tree of Raindrop collections; a bookmark in a nested collection has not moved.
import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/durations.ts';
import { collectionsSchema } from './responses.ts';
import type { RaindropConnection } from './connection.ts';
import { malformed } from './errors.ts';

const freshMs = minuteMs;

export interface Collections {
  /** Tells if `inner` is `outer` or nested in it; 0 contains all but the trash. */
  contains(outer: number, inner: number, signal: AbortSignal): Promise<boolean>;
}

export function createCollections(connection: RaindropConnection, now: Clock): Collections {
  let parents = new Map<number, number>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function parentsNow(signal: AbortSignal): Promise<Map<number, number>> {
    if (now().getTime() - readAt < freshMs) return parents;
    const answer = collectionsSchema.safeParse(
      await connection.get('/collections/childrens', {}, signal),
    );
    if (!answer.success) throw malformed('collections that cannot be read', answer.error);
    parents = new Map(
      answer.data.items.flatMap(({ _id, parent }) => (parent ? [[_id, parent.$id] as const] : [])),
    );
    readAt = now().getTime();
    return parents;
  }

  return {
    async contains(outer, inner, signal) {
      if (outer === 0 || outer === inner) return true;
      if (outer < 0 || inner < 0) return false;
      const parentOf = await parentsNow(signal);
      const passed = new Set<number>();
      let at: number | undefined = inner;
      while (at !== undefined && at !== outer && !passed.has(at)) {
        passed.add(at);
        at = parentOf.get(at);
      }
      return at === outer;
    },
  };
}
