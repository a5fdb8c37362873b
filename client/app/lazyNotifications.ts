/** The dialog with what one was told, loaded together with its words when it is opened. */
import { lateDialog } from '../design/lazyComponent.tsx';
import { loadWords } from '../i18n/loadTexts.ts';
import type { NotificationsDialogProps } from './NotificationsDialog.tsx';

export const LateNotifications = lateDialog<NotificationsDialogProps>(() =>
  Promise.all([import('./NotificationsDialog.tsx'), loadWords('notifications')]).then(
    ([part]) => part.NotificationsDialog,
  ),
);
