/** The number under which the log knows a failure that is shown. */
import { useEffect, useState } from 'react';

export function useErrorId(failure: unknown): string {
  const [errorId] = useState(() => crypto.randomUUID().slice(0, 8));
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, failure);
  }, [errorId, failure]);
  return errorId;
}
