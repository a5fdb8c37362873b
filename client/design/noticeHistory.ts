/** The last twenty notices, kept so that nobody misses one that has already left the screen. */
import { useSyncExternalStore } from 'react';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

export interface RecordedNotice {
  id: number;
  kind: NoticeKind;
  title: string;
  description?: string;
  at: Date;
}

const historyLength = 20;

let notices: readonly RecordedNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly RecordedNotice[]): void => {
  notices = next;
  for (const listener of listeners) listener();
};

/** Puts a notice in front of the others; the twenty-first leaves. */
export function recordNotice(notice: Omit<RecordedNotice, 'id' | 'at'>): void {
  lastId += 1;
  change([{ ...notice, id: lastId, at: new Date() }, ...notices].slice(0, historyLength));
}

/** Forgets all of them; at sign-out they are nobody else's business. */
export const clearNoticeHistory = (): void => change([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The kept notices, latest first. */
export const useNoticeHistory = (): readonly RecordedNotice[] =>
  useSyncExternalStore(subscribe, () => notices);
