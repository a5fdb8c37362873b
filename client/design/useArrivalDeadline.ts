/** Deadline for content that loads late: what comes after it would shift the layout. */
import { useEffect, useState } from 'react';

/** Longest wait after a press. */
export const arrivalMs = 1000;

/**
 * Whether content has loaded within a second: null while waiting, then true or false for good. Late content
 * belongs below the rest, where it shifts nothing.
 */
export function useArrivalDeadline(isComing: boolean): boolean | null {
  const [isInTime, setIsInTime] = useState<boolean | null>(null);
  const isWaiting = isInTime === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsInTime(false), arrivalMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (isWaiting && !isComing) setIsInTime(true);
  return isInTime;
}
