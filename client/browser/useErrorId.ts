/** Id of an error, shown to the reader and written to the log. */
import { useEffect, useState } from 'react';

export function useErrorId(failure: unknown): string {
  const [errorId] = useState(() => crypto.randomUUID().slice(0, 8));
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, failure);
  }, [errorId, failure]);
  return errorId;
}
