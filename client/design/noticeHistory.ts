/** History of the last twenty notices, for those that have already left the screen. */
import { createStore } from '../browser/store.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

export interface RecordedNotice {
  id: number;
  kind: NoticeKind;
  title: string;
  description?: string;
  at: Date;
}

const historyLength = 20;
const store = createStore<readonly RecordedNotice[]>([]);
let lastId = 0;

/** Puts a notice in front of the others. */
export function recordNotice(notice: Omit<RecordedNotice, 'id' | 'at'>): void {
  lastId += 1;
  store.set([{ ...notice, id: lastId, at: new Date() }, ...store.get()].slice(0, historyLength));
}

/** Called at sign-out: the notices are nobody else's business. */
export const clearNoticeHistory = (): void => store.set([]);

/** The recorded notices, latest first. */
export const useNoticeHistory = store.use;
