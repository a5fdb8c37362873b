/** Toast notices, and the history of the last twenty. */
import { createStore } from '../browser/store.ts';
import { announce } from './Announcer.tsx';

/** History of the last twenty notices, for those that have already left the screen. */
type NoticeKind = 'success' | 'info' | 'warning' | 'error';

interface RecordedNotice {
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
function recordNotice(notice: Omit<RecordedNotice, 'id' | 'at'>): void {
  lastId += 1;
  store.set([{ ...notice, id: lastId, at: new Date() }, ...store.get()].slice(0, historyLength));
}

/** Called at sign-out: the notices are nobody else's business. */
export const clearNoticeHistory = (): void => store.set([]);

/** The recorded notices, latest first. */
export const useNoticeHistory = store.use;

/** Durations in milliseconds (specification, section 9). */
const noticeDuration = { short: 3000, usual: 5000, long: 7000 } as const;

export interface NoticeAction {
  label: string;
  run: () => void;
}

export interface NoticeOptions {
  description?: string;
  /** Default `usual`: 5 s. Likes take `short`; a significant change and an undo take `long`. */
  duration?: keyof typeof noticeDuration;
  /** What can be done about it, for example Undo or Retry. */
  action?: NoticeAction;
  /** A quieter action beside the first. */
  secondAction?: NoticeAction;
  /** Two messages with the same id replace each other. */
  id?: string;
}

/** A notice as the display takes it. */
export interface DisplayedNotice extends Omit<NoticeOptions, 'duration'> {
  kind: NoticeKind;
  title: string;
  /** Milliseconds. */
  duration: number;
}

/** Display of notices, loaded after the page. */
export interface NoticeDisplay {
  put: (notice: DisplayedNotice) => void;
  dismiss: (id?: string) => void;
}

let display: NoticeDisplay | null = null;
const waiting: DisplayedNotice[] = [];

/** Registers the display and shows the queued notices. Returns a function that unregisters it. */
export function registerNoticeDisplay(opened: NoticeDisplay): () => void {
  display = opened;
  for (const notice of waiting.splice(0)) opened.put(notice);
  return () => {
    if (display === opened) display = null;
  };
}

const show =
  (kind: NoticeKind) =>
  (title: string, options: NoticeOptions = {}): void => {
    const { description, duration = 'usual' } = options;
    recordNotice({ kind, title, ...(description ? { description } : {}) });
    const notice = { ...options, kind, title, duration: noticeDuration[duration] };
    if (display) {
      display.put(notice);
      return;
    }
    // The live region of the display is mounted too late to be announced; the Announcer already exists.
    announce([title, description].filter(Boolean).join('. '));
    waiting.push(notice);
  };

/**
 * `notify.error(t('error.title'), { id: 'feeds', description: message })`. A failure has an id, so that the next try dismisses it
 * or replaces it.
 */
export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error') as (title: string, options: NoticeOptions & { id: string }) => void,
  /** Dismisses one notice, or all without an id. */
  dismiss(id?: string): void {
    display?.dismiss(id);
    const stay = id === undefined ? [] : waiting.filter((one) => one.id !== id);
    waiting.splice(0, waiting.length, ...stay);
  },
};
