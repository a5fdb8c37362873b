// What glibc holds of freed memory goes back to the system.
import { whenFirstUsed } from './shared/whenFirstUsed.ts';

const library = 'libc';

/** Node calls no function of the system's by name before version 26 (`node:ffi`). */
const loadTrim = whenFirstUsed(async (): Promise<() => void> => {
  try {
    const { open, load, DataType } = await import('ffi-rs');
    open({ library, path: 'libc.so.6' });
    const trim = () =>
      void load({
        library,
        funcName: 'malloc_trim',
        retType: DataType.I32,
        paramsType: [DataType.U64],
        paramsValue: [0],
      });
    trim();
    return trim;
  } catch {
    return () => {};
  }
});

/**
 * Gives back the pages of all that is freed, also of pieces that lie between others, which glibc keeps for good: some milliseconds where there are many, microseconds
 * where there are none. Other systems keep no such pieces, or have no such function, and a package for this kind of machine may not be there: then nothing is done.
 */
export async function trimHeap(): Promise<void> {
  const trim = await loadTrim();
  trim();
}
