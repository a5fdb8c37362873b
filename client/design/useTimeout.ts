/** For how long what somebody asked for waits for what would stand before it. */
import { useEffect, useState } from 'react';

/** A press is answered within a second, whatever has not come. */
export const arrivalMs = 1000;

/**
 * Whether something comes in time for its place; null as long as it is waited for, a second at most. What is late stays so: it would
 * push what stands there from under the pointer. What cannot come keeps nobody waiting.
 */
export function useIsInTime(isComing: boolean): boolean | null {
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
