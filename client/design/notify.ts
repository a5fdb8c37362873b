/** Short messages at the edge of the screen; each one is kept for the account menu too. */
import { toast } from 'sonner';
import { keepNotice, type NoticeKind } from './notices.ts';

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

/** Messages of the first moments wait until there is a place for them. */
let hasPlace = false;
const waiting: Array<() => void> = [];

/** Called by the place of the messages once it stands. */
export function releaseNotices(): void {
  hasPlace = true;
  for (const put of waiting.splice(0)) put();
}

const show =
  (kind: NoticeKind) =>
  (title: string, options: NoticeOptions = {}): void => {
    const { description, duration = 'usual', action, id } = options;
    keepNotice({ kind, title, ...(description ? { description } : {}) });
    const put = () =>
      void toast[kind](title, {
        description,
        duration: noticeDuration[duration],
        ...(id ? { id } : {}),
        ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
      });
    if (hasPlace) put();
    else waiting.push(put);
  };

/** `notify.error(t('error.title'), { description: message })` */
export const notify = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  /** Takes a message away, for example when it has been dealt with elsewhere. */
  dismiss: (id?: string): void => void toast.dismiss(id),
};
