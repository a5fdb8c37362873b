/** Lazily loaded search alert of a search that is a catalogue gap. */
import { lazyComponent } from '../../design/lazyComponent.tsx';
import type { FoundPage } from './useCatalogue.ts';

const load = () => import('./AddSearchAlert.tsx');
const AddSearchAlert = lazyComponent(() => load().then((part) => part.AddSearchAlert));
const Counted = lazyComponent(() => load().then((part) => part.GapCounted));

export interface SearchAlertButtonProps {
  found: Pick<FoundPage, 'isCatalogueGap'>;
  search: string;
}

export const GapCounted = ({ found, search }: SearchAlertButtonProps) =>
  found.isCatalogueGap ? <Counted search={search} /> : null;

export const SearchAlertButton = ({ found, search }: SearchAlertButtonProps) =>
  found.isCatalogueGap ? <AddSearchAlert search={search} /> : null;
