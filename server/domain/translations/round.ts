// Goes through everything that is open, one text after another: a text that fails waits on its own and holds up no other.
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { isDatabasesFault, isModelsFault, type Round, type Tries } from './tries.ts';

interface Options<Open extends { id: number }> {
  /** What is open and due after an id, in the order of the ids. */
  pending(afterId: number, limit: number, now: Date): Promise<Open[]>;
  /** Translates one; answers whether something was stored. */
  translate(open: Open): Promise<boolean>;
  tries: Tries;
  /** A failure of the database as a refusal; any other error unchanged. */
  asRefusal: (error: unknown) => unknown;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

const atATime = 20;
/** After so many failures of the model in a row the rest is left for the next round. */
const failuresInARow = 3;

/**
 * Translates everything that is open and due.
 * @throws what the database throws while it is away or slow: that says nothing about the text, which is open as before
 */
export async function translateAll<Open extends { id: number }>({
  pending,
  translate,
  tries,
  asRefusal,
  clock,
  log,
  signal,
}: Options<Open>): Promise<Round> {
  const round: Round = { translated: 0, failed: 0, isAway: false };
  const begun = clock();
  let inARow = 0;
  let afterId = 0;
  let batch: Open[];
  do {
    batch = await pending(afterId, atATime, begun);
    for (const open of batch) {
      signal.throwIfAborted();
      afterId = open.id;
      try {
        if (await translate(open)) round.translated += 1;
        await tries.succeeded(open.id);
        inARow = 0;
      } catch (error) {
        if (isDatabasesFault(asRefusal(error))) throw error;
        round.failed += 1;
        log.warn({ err: error, id: open.id }, 'A text could not be translated');
        if (!isModelsFault(error)) {
          await tries.failed(open.id, clock());
          inARow = 0;
          continue;
        }
        inARow += 1;
        if (inARow === failuresInARow) return { ...round, isAway: true };
      }
    }
  } while (batch.length === atATime);
  return { ...round, isAway: inARow > 0 };
}
