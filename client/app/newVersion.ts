/** Detection of a newer build of the page on the server. */
import { useEffect, useState } from 'react';
import { pageBuild } from '../browser/pageBuild.ts';
import { restCall } from '../browser/restCall.ts';

/** At most one request per interval, and only while the tab is visible. */
export const versionCheckMs = 5 * 60_000;

export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    let last = Date.now();
    const ask = () => {
      if (document.hidden || Date.now() - last < versionCheckMs) return;
      last = Date.now();
      restCall('/api/v1/health', { method: 'GET' }).then(
        ({ build }) =>
          setIsNew(typeof build === 'string' && pageBuild() !== '' && build !== pageBuild()),
        (failure: unknown) => console.info('The build of the server is not known', failure),
      );
    };
    const timer = setInterval(ask, versionCheckMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return isNew;
}
