/** Confirmation before own use cases are deleted with the like (specification, section 4). */
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../../design/Dialog.tsx';

export interface StopUsingDialogProps {
  open: boolean;
  title: string;
  /** Number of own use cases that would be deleted. */
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}

export function StopUsingDialog({ open, title, count, onConfirm, onClose }: StopUsingDialogProps) {
  const { t } = useTranslation('dashboard');
  return (
    <AlertDialog
      open={open}
      title={t('stopUsing.title', { count, title })}
      confirmLabel={t('stopUsing.confirm')}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {t('stopUsing.text')}
    </AlertDialog>
  );
}
