/** Slot of the compare bar, loaded when the first service is chosen. */
import { useLocation } from 'react-router-dom';
import { lazyComponent } from '../../design/lazyComponent.tsx';
import { useComparedItems } from './comparedItems.ts';

const CompareBar = lazyComponent(() => import('./CompareBar.tsx').then((part) => part.CompareBar));

export function CompareSlot() {
  const picked = useComparedItems();
  const { pathname } = useLocation();
  const isWanted = /^\/(?:dashboard|services\/.*|profile\/knowledge)$/.test(pathname);
  return picked.length > 0 && isWanted ? <CompareBar picked={picked} /> : null;
}
