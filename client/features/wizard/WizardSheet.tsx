/** The levels of the wizard on a phone: a sheet from the lower edge, in reach of the thumb. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { WizardLevels, type WizardLevelsProps } from './WizardLevels.tsx';

export interface WizardSheetProps extends WizardLevelsProps {
  open: boolean;
  /** The way to here: “Create › Images”. */
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
