// A process at rest gives back the memory of a busy hour.
import { getHeapStatistics } from 'node:v8';
import { Script } from 'node:vm';
import { letCachesRest } from './shared/byteCache.ts';
import { trimHeap } from './trimHeap.ts';

const mebibyte = 2 ** 20;
const everyMs = 5_000;
/** Of the processor's time: who takes less is at rest. */
const restingShare = 0.1;
/** What has grown by less is not worth collecting. */
const growthBytes = 8 * mebibyte;
/** A quarter more than V8 lets pass beside its heap before it begins to collect. Nothing is written there, so it is not resident. */
const besideHeapBytes = 80 * mebibyte;
/** A heap that fills more of what it may grow to is left alone: to hold anything there would end the process. */
const roomyShare = 0.5;
/** Until a collection that has begun has ended. */
const collectedWithinMs = 5_000;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** What makes a heap larger by 10 MB and by a tenth, with something to spare, as long as it is held. */
const ballastFor = (heapBytes: number): unknown[] =>
  Array(Math.ceil((16 * mebibyte + heapBytes * 0.15) / Float64Array.BYTES_PER_ELEMENT));

/**
 * Makes V8 collect, a little at a time, and find more than behind its last collection at rest. It looks beside its heap to begin, and at what is left in
 * the end: empty pages that it keeps for new objects are no reason for it, so something else is held until then.
 */
function showGrowth(leastBytes: number): void {
  const held = [ballastFor(leastBytes)];
  void new ArrayBuffer(besideHeapBytes);
  setTimeout(() => held.pop(), collectedWithinMs).unref();
}

/**
 * A process at rest keeps an eighth of its caches, lets glibc give back what is freed, and V8 see that it rests, some ten to forty seconds after the last work: V8 then
 * collects what is left over and gives its pages back, a third of what a busy process holds. For that it must have seen two things.
 *
 * Of what is allocated beside its heap, as compiled scripts are, anything at all in the last two minutes: V8 of Node 24 and 26 takes exactly nothing for very much, and
 * would never collect. An empty script is seen.
 *
 * And a collection that found a heap larger than when it last gave pages back: work that ends between two of them, or leaves nothing but empty pages, would
 * keep what it took for good.
 */
export function letMemoryRest(): NodeJS.Timeout {
  let taken = processorMs();
  /** The smallest heap since growth was shown last. */
  let least = 0;
  const see = (): void => {
    void new Script('');
    const before = taken;
    taken = processorMs();
    if (taken - before > everyMs * restingShare) return;
    letCachesRest();
    void trimHeap();
    const { total_heap_size: size, heap_size_limit: most } = getHeapStatistics();
    const hasGrown = size > least + growthBytes && size < most * roomyShare;
    if (hasGrown) showGrowth(least);
    least = hasGrown ? size : Math.min(least, size);
  };
  return setInterval(see, everyMs).unref();
}
