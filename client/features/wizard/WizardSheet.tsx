/** Wizard levels in a bottom sheet, for phones. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { WizardLevels, type WizardLevelsProps } from './WizardLevels.tsx';

export interface WizardSheetProps extends WizardLevelsProps {
  open: boolean;
  /** Path as text: “Create › Images”. */
  title: string;
  onClose: () => void;
  onReset: () => void;
}

export function WizardSheet({ open, title, onClose, onReset, ...levels }: WizardSheetProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      shape="sheet"
      initialFocus="heading"
      footer={<Button onClick={onReset}>{t('actions.reset')}</Button>}
    >
      <WizardLevels {...levels} />
    </Dialog>
  );
}
