/** Where a search is a wish: it is counted once it stands still, which is said, and the button asks to be told. */
import { latePart } from '../../design/lazyComponent.tsx';
import type { FoundPage } from './useCatalogue.ts';

const load = () => import('./AddSearchAlert.tsx');
const AddSearchAlert = latePart(() => load().then((part) => part.AddSearchAlert));
const Counted = latePart(() => load().then((part) => part.WishCounted));

export interface AskToBeToldProps {
  found: Pick<FoundPage, 'isCatalogueGap'>;
  search: string;
}

export const WishCounted = ({ found, search }: AskToBeToldProps) =>
  found.isCatalogueGap ? <Counted search={search} /> : null;

export const AskToBeTold = ({ found, search }: AskToBeToldProps) =>
  found.isCatalogueGap ? <AddSearchAlert search={search} /> : null;
