/** Dialog in place of a dialog about a service that does not exist for the reader. */
import { useTranslation } from 'react-i18next';
import { Button } from '../design/Button.tsx';
import { Dialog } from '../design/Dialog.tsx';

export function RemovedItemDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  return (
    <Dialog
      open
      onClose={onClose}
      shape="sheet"
      initialFocus="heading"
      title={t('requests.removedItem')}
      footer={<Button onClick={onClose}>{t('common:actions.close')}</Button>}
    >
      <p>{t('requests.removedItemHint')}</p>
    </Dialog>
  );
}
