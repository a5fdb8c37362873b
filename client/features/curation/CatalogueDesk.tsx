/** What admins do to the catalogue as a whole. */
import { Doubles } from './Doubles.tsx';

export function CatalogueDesk() {
  return <Doubles />;
}
