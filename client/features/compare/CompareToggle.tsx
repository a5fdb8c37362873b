/** Button that adds a service to the comparison. */
import { Check, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { notify } from '../../design/notify.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import * as limits from '../../limits/generated.ts';
import { toggleComparedItem, useComparedItems, type ComparedItem } from './comparedItems.ts';

export interface CompareToggleProps {
  item: ComparedItem;
  /** Whether the label is visible; else it is the accessible name. */
  isWordy?: boolean;
}

export function CompareToggle({ item, isWordy = false }: CompareToggleProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const isPicked = useComparedItems().some(({ id }) => id === item.id);
  const name = t('compare.pick', { title: getTitle(item, language).text });
  const toggle = {
    'aria-pressed': isPicked,
    onClick: () => {
      if (!toggleComparedItem(item)) notify.info(t('compare.full', { count: limits.compared }));
    },
  };
  const icon = <Scale size={18} aria-hidden="true" />;
  return isWordy ? (
    <Button
      variant="ghost"
      icon={isPicked ? <Check size={18} strokeWidth={3} aria-hidden="true" /> : icon}
      {...toggle}
    >
      {t('compare.toggle')}
    </Button>
  ) : (
    <IconButton variant="ghost" data-part="compare" label={name} icon={icon} {...toggle} />
  );
}
