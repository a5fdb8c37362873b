/** The last twenty notices, kept so that nobody misses one that has already left the screen. */
import { useSyncExternalStore } from 'react';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

export interface KeptNotice {
  id: number;
  kind: NoticeKind;
  title: string;
  description?: string;
  at: Date;
}

const keptNotices = 20;

let notices: readonly KeptNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly KeptNotice[]): void => {
  notices = next;
  for (const listener of listeners) listener();
};

/** Puts a notice in front of the others; the twenty-first leaves. */
export function keepNotice(notice: Omit<KeptNotice, 'id' | 'at'>): void {
  lastId += 1;
  change([{ ...notice, id: lastId, at: new Date() }, ...notices].slice(0, keptNotices));
}

/** Forgets all of them; at sign-out they are nobody else's business. */
export const forgetNotices = (): void => change([]);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The kept notices, latest first. */
export const useNotices = (): readonly KeptNotice[] =>
  useSyncExternalStore(subscribe, () => notices);
