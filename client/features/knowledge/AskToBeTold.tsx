/** Where a search that is kept as a wish found nothing surely: the button that asks to be told. It comes when somebody stands there. */
import { latePart } from '../../design/latePart.tsx';
import { isWish, type CatalogueState } from './catalogueUrl.ts';

const WatchSearch = latePart(() => import('./WatchSearch.tsx').then((part) => part.WatchSearch));

export const AskToBeTold = ({ state }: { state: CatalogueState }) =>
  isWish(state) ? <WatchSearch search={state.search} /> : null;
