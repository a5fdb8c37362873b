/** The place of the bar with what is picked: nothing is loaded before somebody picks. */
import { useLocation } from 'react-router-dom';
import { latePart } from '../../design/lazyComponent.tsx';
import { usePicked } from './comparedItems.ts';

const CompareBar = latePart(() => import('./CompareBar.tsx').then((part) => part.CompareBar));

export function ComparePlace() {
  const picked = usePicked();
  const { pathname } = useLocation();
  const isWanted = pathname !== '/compare' && !pathname.startsWith('/admin');
  return picked.length > 0 && isWanted ? <CompareBar picked={picked} /> : null;
}
