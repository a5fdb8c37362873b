/** Brings the place of the messages when the page is idle, or with the first message. */
import { useEffect, useState, type ComponentType } from 'react';
import { loadFramePart } from '../browser/lostParts.ts';
import { whenConnected } from '../browser/whenConnected.ts';
import { whenIdle } from '../browser/whenIdle.ts';
import { onWaitingNotice } from './notify.ts';

const loadToaster = loadFramePart('messages', () => import('./Toaster.tsx'));

export function Notices() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Without a place the messages are still said, and kept in the account menu; the next one tries again.
    const bring = () =>
      void whenConnected(loadToaster).then(
        (part) => setToaster(() => part.Toaster),
        (failure: unknown) => console.error('The messages have no place', failure),
      );
    const stops = [whenIdle(bring), onWaitingNotice(bring)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return Toaster ? <Toaster /> : null;
}
