/** Cards or rows: the view of the results, remembered by the browser. */
import { createStore } from '../../browser/store.ts';

export type CatalogueView = 'cards' | 'rows';

const key = 'loadout.view';
const view = createStore<CatalogueView>(localStorage.getItem(key) === 'rows' ? 'rows' : 'cards');

export const useCatalogueView = view.use;

export function setCatalogueView(next: CatalogueView): void {
  view.set(next);
  try {
    localStorage.setItem(key, next);
  } catch (failure) {
    console.info('The view could not be stored', failure);
  }
}
