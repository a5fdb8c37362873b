/** Bulk actions for the selected inconsistencies. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { Filters } from './inconsistencies.styles.ts';

export interface SelectionBarProps {
  selectedCount: number;
  totalCount: number;
  onSelectAll: () => void;
  onClear: () => void;
  onDecide: () => void;
}

export function SelectionBar({
  selectedCount,
  totalCount,
  onSelectAll,
  onClear,
  onDecide,
}: SelectionBarProps) {
  const { t } = useTranslation('dashboard');
  const bar = useRef<HTMLDivElement>(null);
  const kept = useFocusRestore(() => bar.current?.querySelector<HTMLElement>('button:last-child'));
  return (
    <Filters ref={bar} {...kept}>
      {selectedCount < totalCount ? (
        <Button onClick={onSelectAll}>
          {t('admin.inconsistencies.selectAll', { count: totalCount })}
        </Button>
      ) : null}
      {selectedCount > 0 ? (
        <>
          <Button onClick={onClear}>{t('admin.inconsistencies.clearSelection')}</Button>
          <Button variant="primary" onClick={onDecide}>
            {t('admin.inconsistencies.decideSelected', { count: selectedCount })}
          </Button>
        </>
      ) : null}
    </Filters>
  );
}
