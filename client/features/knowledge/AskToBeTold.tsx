/** Where a search is a wish: it is counted once it stands still, and the button asks to be told. It comes when somebody stands there. */
import { latePart } from '../../design/latePart.tsx';
import type { FoundPage } from './useCatalogue.ts';

const WatchSearch = latePart(() => import('./WatchSearch.tsx').then((part) => part.WatchSearch));

export interface AskToBeToldProps {
  found: Pick<FoundPage, 'isWish'>;
  search: string;
}

export const AskToBeTold = ({ found, search }: AskToBeToldProps) =>
  found.isWish ? <WatchSearch search={search} /> : null;
