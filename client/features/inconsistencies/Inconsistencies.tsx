/** Review of inconsistencies: the list, the open inconsistency and the bulk dialog. */
import { useRef, type ReactNode, type Ref, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSingleKeys } from '../../browser/keyboard.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { KeysHint } from '../../design/Sections.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { FilterBar } from '../../design/Bar.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { inconsistencyStatuses, inconsistencyTypes } from '../../enums/generated.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { formatView, type InconsistenciesView } from './inconsistenciesUrl.ts';
import { InconsistencyDetail } from './InconsistencyDetail.tsx';
import { Filters, FocusScope, ListAndDetail, List } from './inconsistencies.styles.ts';
import { useReview, type Review } from './useReview.ts';
import type { DifferenceFragment } from './generated.ts';

interface InconsistencyListProps {
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

/** List of inconsistencies: one Tab stop, arrow keys between the rows, a checkbox for each. */
function InconsistencyList({ ref, ...props }: InconsistencyListProps) {
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

interface SelectionBarProps {
  selectedCount: number;
  totalCount: number;
  onSelectAll: () => void;
  onClear: () => void;
  onDecide: () => void;
}

/** Bulk actions for the selected inconsistencies. */
function SelectionBar({
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

interface InconsistencyFiltersProps {
  view: InconsistenciesView;
  onChange: (changes: Partial<InconsistenciesView>) => void;
  /** Shown at the end of the row. */
  after?: ReactNode;
}

/** Filters by status and type of inconsistency. */
function InconsistencyFilters({ view, onChange, after }: InconsistencyFiltersProps) {
  const { t } = useTranslation('dashboard');
  return (
    <FilterBar>
      <SegmentedControl
        isFoldable
        label={t('admin.status')}
        value={view.status}
        options={inconsistencyStatuses.map((value) => ({
          value,
          label: t(`admin.statuses.${value}`),
        }))}
        onChange={(status) => onChange({ status, id: null })}
      />
      <Select
        aria-label={t('admin.type')}
        value={view.type ?? 'any'}
        options={[
          { value: 'any', label: t('admin.anyType') },
          ...inconsistencyTypes.map((value) => ({
            value,
            label: t(`admin.inconsistencies.types.${value}`),
          })),
        ]}
        onChange={(type) => onChange({ type: type === 'any' ? null : type, id: null })}
      />
      {after}
    </FilterBar>
  );
}

interface InconsistenciesProps {
  /** Shown instead of an empty list without filters. */
  empty: ReactNode;
  /** The last sync and its button, beside the filters. */
  sync?: ReactNode;
}

export function Inconsistencies({ empty, sync }: InconsistenciesProps) {
  const singleKeys = useSingleKeys();
  const { t } = useTranslation(['dashboard', 'common']);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const review = useReview(singleKeys, { root, list });
  const { view, changeView, rows, bulk, nameOf } = review;
  const isFiltered = view.type !== null || view.status !== 'new';
  const [firstInBulk, ...othersInBulk] = bulk.dialogRows;
  return (
    <FocusScope ref={root} {...review.focus.restoreProps}>
      <InconsistencyFilters view={view} onChange={changeView} after={sync} />
      {review.canSelect && review.showList ? (
        <SelectionBar
          selectedCount={bulk.selected.length}
          totalCount={rows.length}
          onSelectAll={bulk.selectAll}
          onClear={bulk.clear}
          onDecide={bulk.openDialog}
        />
      ) : null}
      <QueryResult
        found={review.found}
        error={review.error}
        failure={t('admin.loadFailed')}
        onRetry={review.refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('admin.inconsistencies.emptyFilters')}
              actions={
                <Button onClick={() => changeView({ status: 'new', type: null, id: null })}>
                  {t('admin.resetFilters')}
                </Button>
              }
            />
          ) : (
            empty
          )
        }
      />
      {rows.length > 0 ? (
        <ListAndDetail>
          {review.showList ? (
            <ReviewList ref={list} review={review} />
          ) : (
            <ReviewLinks review={review} />
          )}
          <OpenInconsistency review={review} singleKeys={singleKeys} />
        </ListAndDetail>
      ) : null}
      {singleKeys && rows.length > 0 ? (
        <KeysHint>{t('admin.inconsistencies.keys')}</KeysHint>
      ) : null}
      {firstInBulk ? (
        <BulkDialog
          rows={[firstInBulk, ...othersInBulk]}
          nameOf={nameOf}
          isOpen={({ id }) => rows.some((row) => row.id === id)}
          decisions={review.decisions}
          onClose={bulk.closeDialog}
        />
      ) : null}
    </FocusScope>
  );
}

function ReviewList({ review, ref }: { review: Review; ref: Ref<HTMLUListElement> }) {
  const { view, bulk } = review;
  return (
    <InconsistencyList
      ref={ref}
      rows={review.rows}
      current={review.selection.row}
      isOpen={review.open !== undefined}
      nameOf={review.nameOf}
      addressOf={(row) => formatView({ ...view, id: row.id })}
      failed={review.resolution.failures}
      selected={bulk.ids}
      onToggle={review.canSelect ? bulk.toggle : null}
      onMove={review.move}
    />
  );
}

/** Links back to the list and to the neighbours, where the screen is too narrow for both columns. */
function ReviewLinks({ review }: { review: Review }) {
  const { t } = useTranslation('dashboard');
  const { view, selection, open } = review;
  return (
    <Filters>
      <ButtonLink to={{ search: formatView({ ...view, id: null }) }}>
        {t('admin.inconsistencies.back')}
      </ButtonLink>
      {(['previous', 'next'] as const).map((direction) => {
        const row = selection.neighbour(direction === 'next' ? 1 : -1);
        return row && row !== open ? (
          <ButtonLink key={direction} to={{ search: formatView({ ...view, id: row.id }) }}>
            {t(`admin.inconsistencies.${direction}`)}
          </ButtonLink>
        ) : null;
      })}
    </Filters>
  );
}

function OpenInconsistency({ review, singleKeys }: { review: Review; singleKeys: boolean }) {
  const { open, focus, resolution, decisions } = review;
  const { goal } = focus;
  const { working, question, failures } = resolution;
  if (!open) return null;
  return (
    <InconsistencyDetail
      key={open.id}
      row={open}
      focus={goal?.at === 'heading' && goal.id === open.id}
      showKeys={singleKeys}
      working={working?.id === open.id ? working.decision : null}
      question={question?.row.id === open.id ? question : null}
      failure={failures.get(open.id) ?? null}
      onChoose={(decision) => review.resolve(open, decision, 'click')}
      onUndo={() => decisions.undo(open)}
    />
  );
}
