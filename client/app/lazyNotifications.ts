/** Lazily loaded notifications dialog. */
import { lazyDialog } from '../design/lazyComponent.tsx';
import { loadTexts } from '../i18n/loadTexts.ts';
import type { NotificationsDialogProps } from './NotificationsDialog.tsx';

export const LazyNotificationsDialog = lazyDialog<NotificationsDialogProps>(() =>
  Promise.all([import('./NotificationsDialog.tsx'), loadTexts('notifications')]).then(
    ([part]) => part.NotificationsDialog,
  ),
);
