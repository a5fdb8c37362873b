/** Toast notices; each one is recorded in the notice history. */
import { announce } from './Announcer.tsx';
import { recordNotice, type NoticeKind } from './noticeHistory.ts';

/** Durations in milliseconds (specification, section 9). */
export const noticeDuration = { short: 3000, usual: 5000, long: 7000 } as const;

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
