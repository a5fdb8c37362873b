/** Toggle that adds a service to the comparison or removes it. */
import { useTranslation } from 'react-i18next';
import { notify } from '../../design/notify.ts';
import * as limits from '../../limits/generated.ts';
import { toggleComparedItem, useComparedItems, type ComparedItem } from './comparedItems.ts';

export function useCompareToggle(item: ComparedItem): { isPicked: boolean; toggle: () => void } {
  const { t } = useTranslation('dashboard');
  const isPicked = useComparedItems().some(({ id }) => id === item.id);
  const toggle = () => {
    if (!toggleComparedItem(item)) notify.info(t('compare.full', { count: limits.compared }));
  };
  return { isPicked, toggle };
}
