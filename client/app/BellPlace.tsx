/** The place of the bell in the header. It is fetched when the page is idle, as the account menu is. */
import { useEffect, useState } from 'react';
import { loadFramePart } from '../browser/lostParts.ts';
import { whenIdle } from '../browser/whenIdle.ts';
import { quietPart } from '../design/latePart.tsx';

const Bell = quietPart(loadFramePart('bell', () => import('./Bell.tsx').then((part) => part.Bell)));

export function BellPlace() {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenIdle(() => setIsIdle(true)), []);
  return isIdle ? <Bell /> : null;
}
