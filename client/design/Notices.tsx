/** Brings the place of the messages when the page is idle, or with the first message. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../browser/whenIdle.ts';
import { onWaitingNotice } from './notify.ts';

const Toaster = lazy(() => import('./Toaster.tsx').then((part) => ({ default: part.Toaster })));

export function Notices() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const bring = () => setWanted(true);
    const stops = [whenIdle(bring), onWaitingNotice(bring)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
