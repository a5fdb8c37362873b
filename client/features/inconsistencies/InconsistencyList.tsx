/** List of inconsistencies: one Tab stop, arrow keys between the rows, a checkbox for each. */
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DifferenceFragment } from './generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { List } from './inconsistencies.styles.ts';

export interface InconsistencyListProps {
  rows: readonly DifferenceFragment[];
  /** Row with the Tab stop. */
  current: DifferenceFragment | undefined;
  /** Whether the current row is shown in the detail panel. */
  isOpen: boolean;
  nameOf: (row: DifferenceFragment) => string;
  addressOf: (row: DifferenceFragment) => string;
  /** Reasons of failed decisions, by id. */
  failed: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  /** Null where rows cannot be selected. */
  onToggle: ((id: string) => void) | null;
  onMove: (step: 1 | -1) => void;
  ref: Ref<HTMLUListElement>;
}

export function InconsistencyList({ ref, ...props }: InconsistencyListProps) {
  const { rows, current, isOpen, nameOf, failed, selected, onToggle, onMove } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const moveByArrow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== 1 && step !== -1) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <List ref={ref} aria-label={t('admin.inconsistencies.list')} onKeyDown={moveByArrow}>
      {rows.map((row) => {
        const isChosen = row === current;
        return (
          <li key={row.id} data-chosen={isChosen && isOpen ? '' : undefined}>
            {onToggle ? (
              <label>
                <input
                  type="checkbox"
                  tabIndex={isChosen ? 0 : -1}
                  aria-label={t('admin.inconsistencies.select', { title: nameOf(row) })}
                  checked={selected.has(row.id)}
                  onChange={() => onToggle(row.id)}
                />
              </label>
            ) : null}
            <Link
              to={{ search: props.addressOf(row) }}
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
