/** Comparison on a card: the state for its menu, and a link once another service is picked. */
import type { ReactNode } from 'react';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import * as limits from '../../limits/generated.ts';
import {
  comparePath,
  useComparedItems,
  useCompareToggle,
  type ComparedItem,
} from './comparedItems.ts';

export interface CompareState {
  isPicked: boolean;
  toggle: () => void;
}

/** State of a service in the comparison, for whoever shows it. */
export function WithCompareState({
  item,
  children,
}: {
  item: ComparedItem;
  children: (state: CompareState) => ReactNode;
}) {
  return children(useCompareToggle(item));
}

/** Nothing before something else is picked. */
export function CompareLink({ item }: { item: ComparedItem }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const picked = useComparedItems();
  const isPicked = picked.some(({ id }) => id === item.id);
  if (picked.length === 0 || isPicked || picked.length >= limits.compared) return null;
  const titles = picked.map((one) => getTitle(one, language).text);
  const label = t('compare.with', { titles: formatList(titles, language) });
  return (
    <Link to={comparePath([...picked, item].map(({ id }) => id))} data-part="compare" title={label}>
      <Scale size={16} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Link>
  );
}
