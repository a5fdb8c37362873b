/** What can be done with the ticked differences. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { useFocusRestore } from '../../design/useFocusRestore.ts';
import { Filters } from './inconsistencies.styles.ts';

export interface TickBarProps {
  ticked: number;
  all: number;
  onTickAll: () => void;
  onClear: () => void;
  onDecide: () => void;
}

export function TickBar({ ticked, all, onTickAll, onClear, onDecide }: TickBarProps) {
  const { t } = useTranslation('dashboard');
  const bar = useRef<HTMLDivElement>(null);
  const kept = useFocusRestore(() => bar.current?.querySelector<HTMLElement>('button:last-child'));
  return (
    <Filters ref={bar} {...kept}>
      {ticked < all ? (
        <Button onClick={onTickAll}>{t('admin.inconsistencies.tickAll', { count: all })}</Button>
      ) : null}
      {ticked > 0 ? (
        <>
          <Button onClick={onClear}>{t('admin.inconsistencies.untick')}</Button>
          <Button variant="primary" onClick={onDecide}>
            {t('admin.inconsistencies.decideTicked', { count: ticked })}
          </Button>
        </>
      ) : null}
    </Filters>
  );
}
