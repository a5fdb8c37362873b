/** Short messages at the edge of the screen; each one is kept for the account menu too. */
import { announce } from './Announcer.tsx';
import { keepNotice, type NoticeKind } from './noticeHistory.ts';

/** How long a message stays, in milliseconds (specification, section 9). */
export const noticeDuration = { short: 3000, usual: 5000, long: 7000 } as const;

export interface NoticeOptions {
  description?: string;
  /** Default `usual`: 5 s. Likes take `short`; a significant change and an undo take `long`. */
  duration?: keyof typeof noticeDuration;
  /** One thing that can be done about it, for example Undo or Retry. */
  action?: { label: string; run: () => void };
  /** Two messages with the same id replace each other. */
  id?: string;
}

/** A message on its way to its place. */
export interface PlacedNotice extends Omit<NoticeOptions, 'duration'> {
  kind: NoticeKind;
  title: string;
  /** Milliseconds. */
  duration: number;
}

/** Where messages are shown; it is loaded after the page itself. */
export interface NoticePlace {
  put: (notice: PlacedNotice) => void;
  dismiss: (id?: string) => void;
}

let place: NoticePlace | null = null;
const waiting: PlacedNotice[] = [];

/** Called by the place of the messages once it stands: those that waited are shown. Returns what closes it: messages wait. */
export function openNoticePlace(opened: NoticePlace): () => void {
  place = opened;
  for (const notice of waiting.splice(0)) opened.put(notice);
  return () => {
    if (place === opened) place = null;
  };
}

const show =
  (kind: NoticeKind) =>
  (title: string, options: NoticeOptions = {}): void => {
    const { description, duration = 'usual' } = options;
    keepNotice({ kind, title, ...(description ? { description } : {}) });
    const notice = { ...options, kind, title, duration: noticeDuration[duration] };
    if (place) {
      place.put(notice);
      return;
    }
    // Its own live region comes together with it, too late to be heard: this one is there already.
    announce([title, description].filter(Boolean).join('. '));
    waiting.push(notice);
  };

/**
 * `notify.error(t('error.title'), { id: 'feeds', description: message })`. A failure has an id: the next try takes it away
 * with `dismiss`, or replaces it with a message of the same id.
 */
export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error') as (title: string, options: NoticeOptions & { id: string }) => void,
  /** Takes a message away, for example when it has been dealt with elsewhere. */
  dismiss(id?: string): void {
    place?.dismiss(id);
    const stay = id === undefined ? [] : waiting.filter((one) => one.id !== id);
    waiting.splice(0, waiting.length, ...stay);
  },
};
