/** First contribution of the reader in this session: a like, a use case, a report … */
import { createStore } from './store.ts';

const store = createStore(false);

/** Called once the server has accepted the contribution. */
export const recordContribution = (): void => store.set(true);
export const resetContribution = (): void => store.set(false);
export const hasContributed = store.get;
export const useHasContributed = store.use;
