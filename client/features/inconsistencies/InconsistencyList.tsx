/** The list of the desk: one stop of the Tab key, arrows between the rows, a box to tick each of them. */
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DifferenceFragment } from './generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { List } from './inconsistencies.styles.ts';

export interface DeskListProps {
  rows: readonly DifferenceFragment[];
  /** The row on which the keyboard stands. */
  chosen: DifferenceFragment | undefined;
  /** Whether the chosen row is the one in the panel. */
  isOpen: boolean;
  nameOf: (row: DifferenceFragment) => string;
  addressOf: (row: DifferenceFragment) => string;
  /** Those whose last decision failed. */
  failed: ReadonlyMap<string, string>;
  ticked: ReadonlySet<string>;
  /** Null where nothing can be ticked. */
  onTick: ((id: string) => void) | null;
  onMove: (step: 1 | -1) => void;
  ref: Ref<HTMLUListElement>;
}

export function DeskList({ ref, ...props }: DeskListProps) {
  const { rows, chosen, isOpen, nameOf, failed, ticked, onTick, onMove } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== 1 && step !== -1) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <List ref={ref} aria-label={t('admin.inconsistencies.list')} onKeyDown={walk}>
      {rows.map((row) => {
        const isChosen = row === chosen;
        return (
          <li key={row.id} data-chosen={isChosen && isOpen ? '' : undefined}>
            {onTick ? (
              <label>
                <input
                  type="checkbox"
                  tabIndex={isChosen ? 0 : -1}
                  aria-label={t('admin.inconsistencies.tick', { title: nameOf(row) })}
                  checked={ticked.has(row.id)}
                  onChange={() => onTick(row.id)}
                />
              </label>
            ) : null}
            <Link
              to={{ search: props.addressOf(row) }}
              preventScrollReset
              data-row=""
              data-id={row.id}
              tabIndex={isChosen ? 0 : -1}
              aria-current={isChosen && isOpen ? 'true' : undefined}
            >
              <strong>{nameOf(row)}</strong>
              <small data-failed={row.error || failed.has(row.id) ? '' : undefined}>
                {t(`admin.inconsistencies.types.${row.type}`)} ·{' '}
                {formatRelative(row.createdAt, language)}
              </small>
            </Link>
          </li>
        );
      })}
    </List>
  );
}
