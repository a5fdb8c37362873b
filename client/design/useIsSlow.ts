/** When somebody who waits is told that it goes on. */
import { useEffect, useState } from 'react';

export const slowAfterMs = 4000;

/** Whether `waiting` has lasted for four seconds. */
export function useIsSlow(waiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [waiting]);
  return isSlow;
}
