/** Button that adds a service to the comparison. */
import { Check, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { useCompareToggle, type ComparedItem } from './comparedItems.ts';

export function CompareToggle({ item }: { item: ComparedItem }) {
  const { t } = useTranslation('dashboard');
  const { isPicked, toggle } = useCompareToggle(item);
  return (
    <Button
      variant="ghost"
      icon={
        isPicked ? (
          <Check size={18} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Scale size={18} aria-hidden="true" />
        )
      }
      aria-pressed={isPicked}
      onClick={toggle}
    >
      {t('compare.toggle')}
    </Button>
  );
}
