/** For how long what somebody asked for waits for what would stand before it. */
import { useEffect, useState } from 'react';

/** A press is answered within a second, whatever has not come. */
export const arrivalMs = 1000;

/** `late` stays so: what comes then would push what stands there from under the pointer. */
export type Arrival = 'waiting' | 'inTime' | 'late';

/** Whether something comes in time for its place; what cannot come keeps nobody waiting. */
export function useArrival(isComing: boolean): Arrival {
  const [arrival, setArrival] = useState<Arrival>('waiting');
  const isWaiting = arrival === 'waiting' && isComing;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setArrival('late'), arrivalMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (arrival !== 'waiting' || isComing) return arrival;
  setArrival('inTime');
  return 'inTime';
}
