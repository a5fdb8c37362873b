/** Token of a bot link (`?telegramToken=`) that a signed-in person opened; kept by this page alone. */
import { createStore } from './store.ts';

const store = createStore<string | null>(null);
export const setTelegramToken = store.set;
export const useTelegramToken = store.use;
