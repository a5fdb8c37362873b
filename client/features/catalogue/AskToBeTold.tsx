/** Where a search is a wish: it is counted once it stands still, which is said, and the button asks to be told. */
import { latePart } from '../../design/lazyComponent.tsx';
import type { FoundPage } from './useCatalogue.ts';

const load = () => import('./AddSearchAlert.tsx');
const WatchSearch = latePart(() => load().then((part) => part.WatchSearch));
const Counted = latePart(() => load().then((part) => part.WishCounted));

export interface AskToBeToldProps {
  found: Pick<FoundPage, 'isWish'>;
  search: string;
}

export const WishCounted = ({ found, search }: AskToBeToldProps) =>
  found.isWish ? <Counted search={search} /> : null;

export const AskToBeTold = ({ found, search }: AskToBeToldProps) =>
  found.isWish ? <WatchSearch search={search} /> : null;
