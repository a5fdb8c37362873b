/** Keeps what the reader's company has approved. */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';

export interface VerifiedSwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function VerifiedSwitch({ checked, onChange }: VerifiedSwitchProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Button
      role="switch"
      aria-checked={checked}
      variant={checked ? 'primary' : 'secondary'}
      icon={checked ? <Check size={16} strokeWidth={3} aria-hidden="true" /> : null}
      onClick={() => onChange(!checked)}
    >
      {t('verifiedOnly')}
    </Button>
  );
}
