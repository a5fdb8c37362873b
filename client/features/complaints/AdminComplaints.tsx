/** Admin's list of complaints, with filters in the address and keyboard shortcuts. */
import {
  useRef,
  useState,
  useEffect,
  type ReactNode,
  type FocusEvent,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleKeys } from '../../browser/keyboard.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { KeysHint } from '../../design/Sections.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { openKeys, useRowKeys, dialogIsOpen } from '../../design/rowKeys.ts';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { TextPromptDialog } from '../../design/FormDialog.tsx';
import { complaintStatuses } from '../../enums/generated.ts';
import {
  useAdminComplaintsQuery,
  type AdminComplaintFragment,
  type ComplaintStatus,
  type ComplaintType,
} from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import * as limits from '../../limits/generated.ts';
import { AdminComplaintRow } from './AdminComplaintRow.tsx';
import { Rows } from './adminComplaints.styles.ts';
import { useComplaintFilter, ComplaintFilters } from './ComplaintFilters.tsx';
import { useFixes } from './useFixes.ts';
import { useStatusChange, type ChangeStatus } from './useStatusChange.ts';

interface FocusedElement {
  element: Element;
  /** Id and index of its row. */
  id: string | undefined;
  place: number;
}

/**
 * When the focused element is removed, its row takes the focus, else the row in its place or above it; without rows
 * the set filter. An open dialog delays this. The list gets the returned `onFocus`.
 */
function useRetainedRow(
  list: RefObject<HTMLElement | null>,
  filters: RefObject<HTMLElement | null>,
): { onFocus: (event: FocusEvent) => void } {
  const held = useRef<FocusedElement | null>(null);
  const rowsNow = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  // Runs after every rendering: any of them may have removed it.
  useEffect(() => {
    if (!held.current || held.current.element.isConnected || dialogIsOpen()) return;
    const { id, place } = held.current;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsNow();
    const next = rows.find((row) => row.dataset['id'] === id) ?? rows[place] ?? rows.at(-1);
    (next ?? filters.current?.querySelector<HTMLElement>('[aria-pressed=true]'))?.focus();
  });
  return {
    onFocus({ target }) {
      const rows = rowsNow();
      const place = rows.findIndex((row) => row.contains(target));
      held.current = { element: target, id: rows[place]?.dataset['id'], place };
    },
  };
}

/** Milliseconds that a complaint stays visible after it has left the filter. */
export const rowExitMs = 3000;

interface RowExit {
  ids: ReadonlySet<string>;
  /** Removes them after `rowExitMs`; a focus inside moves to the next row. */
  begin: (ids: readonly string[]) => void;
}

/** `list` holds the rows (`data-row`, `data-id`); `filters` takes the focus when none is left. */
function useRowExit(
  list: RefObject<HTMLElement | null>,
  filters: RefObject<HTMLElement | null>,
): RowExit {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const end = (ids: readonly string[]) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const isLeaving = (row: HTMLElement | undefined) =>
      row?.dataset['leaving'] !== undefined && ids.includes(row.dataset['id'] ?? '');
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (isLeaving(rows[at])) {
      const staying = (row: HTMLElement) => !isLeaving(row);
      const next = rows.slice(at + 1).find(staying) ?? rows.slice(0, at).findLast(staying);
      (next ?? filters.current?.querySelector<HTMLElement>('[aria-pressed=true]'))?.focus();
    }
    setLeaving((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  const begin = (ids: readonly string[]) => {
    setLeaving((before) => new Set([...before, ...ids]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      end(ids);
    }, rowExitMs);
    timers.current.add(timer);
  };
  return { ids: leaving, begin };
}

type Group = [AdminComplaintFragment, ...AdminComplaintFragment[]];

const isOpenStatus = (status: ComplaintStatus): boolean =>
  status === 'new' || status === 'in_progress';

/** Open reports about one item with the same type and status stand together, under the newest. */
function foldSame(reports: readonly AdminComplaintFragment[]): Group[] {
  const groups = new Map<string, Group>();
  for (const report of reports) {
    const key = isOpenStatus(report.status)
      ? `${report.knowledgeItemId} ${report.complaintType} ${report.status}`
      : report.id;
    const group = groups.get(key);
    if (group) group.push(report);
    else groups.set(key, [report]);
  }
  return [...groups.values()];
}

interface AdminComplaintsProps {
  /** Opens the visibility and the notes of an item. */
  onOpenItem?: ((item: { id: string }) => void) | undefined;
  /** Opens the editor about a kind of report. */
  onEditItem?: ((item: { id: string }, about: ComplaintType) => void) | undefined;
}

const skeletons = Array.from({ length: 8 }, (_, index) => (
  <Skeleton key={index} style={{ height: 44, marginBottom: 1 }} />
));

interface ComplaintListProps {
  isTable: boolean;
  hasResolved: boolean;
  children: ReactNode;
}

/** A table on wide screens, else a list of cards. */
function ComplaintList({ isTable, hasResolved, children }: ComplaintListProps) {
  const { t } = useTranslation('dashboard');
  return isTable ? (
    <table>
      <VisuallyHidden as="caption">{t('admin.complaints.caption')}</VisuallyHidden>
      <thead>
        <tr>
          {(['item', 'about', 'author', 'created'] as const).map((column) => (
            <th key={column} scope="col" data-part={column}>
              {t(`admin.complaints.${column}`)}
            </th>
          ))}
          <th scope="col" data-part="status">
            {t('admin.status')}
          </th>
          {hasResolved ? (
            <th scope="col" data-part="resolved">
              {t('admin.complaints.resolved')}
            </th>
          ) : null}
          <th scope="col">
            <VisuallyHidden>{t('admin.complaints.tools')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  ) : (
    <ul aria-label={t('admin.complaints.caption')}>{children}</ul>
  );
}

export function AdminComplaints({ onOpenItem, onEditItem }: AdminComplaintsProps) {
  const singleKeys = useSingleKeys();
  const { t } = useTranslation(['dashboard', 'common']);
  const [filter, changeFilter] = useComplaintFilter();
  const isWide = useMediaQuery('(min-width: 768px)');
  // The column is mostly empty: without much room its value is beside the status.
  const hasResolved = useMediaQuery('(min-width: 1440px)');
  const list = useRef<HTMLDivElement>(null);
  const filters = useRef<HTMLDivElement>(null);
  const rowExit = useRowExit(list, filters);
  const retainedRow = useRetainedRow(list, filters);
  const [rejecting, setRejecting] = useState<readonly AdminComplaintFragment[] | null>(null);
  const rejectOpener = useRef<HTMLElement>(null);
  const { language } = useLanguage();
  const { data, previousData, error, refetch } = useAdminComplaintsQuery({
    variables: filter,
    fetchPolicy: 'cache-and-network',
  });
  const statuses = useStatusChange(filter);
  const fixes = useFixes(filter.type, refetch);

  const all = (data ?? previousData)?.complaints;
  const shown = all?.filter(
    (report) => !filter.status || report.status === filter.status || rowExit.ids.has(report.id),
  );
  const groups = foldSame(shown ?? []);

  const startRowExit = (reports: readonly AdminComplaintFragment[], status: ComplaintStatus) => {
    if (filter.status && status !== filter.status)
      rowExit.begin(reports.map((report) => report.id));
  };
  /** A rejection asks for an optional reason. */
  const change: ChangeStatus = async (reports, status) => {
    if (status !== 'rejected' || reports.every((report) => report.status === status)) {
      startRowExit(reports, status);
      return statuses.set(reports, status);
    }
    rejectOpener.current =
      document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setRejecting(reports);
  };
  /** Uses the current state: after a conflict the admin has seen the newer one. */
  const reject = async (asked: readonly AdminComplaintFragment[], word: string | null) => {
    const reports = asked.map((one) => all?.find(({ id }) => id === one.id) ?? one);
    startRowExit(reports, 'rejected');
    return statuses.reject(reports, word);
  };

  const titleOf = ([first]: readonly AdminComplaintFragment[]): string =>
    first?.knowledgeItem ? getTitle(first.knowledgeItem, language).text : t('admin.gone');
  const groupOf = (id: string) => groups.find(([first]) => first.id === id);
  useRowKeys(list, singleKeys, {
    ...Object.fromEntries(
      complaintStatuses.map((status, index) => [
        `Digit${index + 1}`,
        (id: string) => {
          const group = groupOf(id);
          if (group) void change(group, status);
        },
      ]),
    ),
    KeyF: (id) => {
      const [report] = groupOf(id) ?? [];
      const fix = report && fixes.fixOf(report);
      if (!fix || fixes.busy || !isOpenStatus(report.status)) return;
      if (fix.action === 'edit') onEditItem?.({ id: report.knowledgeItemId }, report.complaintType);
      else void fixes.apply(report, fix);
    },
    ...openKeys,
    KeyE: (id) => {
      const [report] = groupOf(id) ?? [];
      if (report?.knowledgeItem && isOpenStatus(report.status))
        onEditItem?.({ id: report.knowledgeItemId }, report.complaintType);
    },
  });

  const fixOf = (report: AdminComplaintFragment) => {
    const fix = fixes.fixOf(report);
    return (
      fix && {
        fix,
        busy: fixes.busy,
        onApply: () => void fixes.apply(report, fix),
        onEdit:
          onEditItem && (() => onEditItem({ id: report.knowledgeItemId }, report.complaintType)),
      }
    );
  };
  const rows = groups.map((group) => (
    <AdminComplaintRow
      key={group[0].id}
      reports={group}
      asTable={isWide}
      hasResolved={hasResolved}
      leftFrom={group[0].status === filter.status ? null : filter.status}
      onChange={change}
      onRestore={statuses.restore}
      onOpenItem={onOpenItem}
      fix={fixOf(group[0])}
    />
  ));
  const isFiltered = filter.type !== null || (filter.status !== null && filter.status !== 'new');
  const emptyTitle = isFiltered
    ? t('admin.complaints.emptyFilters')
    : t(filter.status === 'new' ? 'admin.complaints.emptyNew' : 'admin.complaints.empty');
  return (
    <>
      <div ref={filters}>
        <ComplaintFilters filter={filter} onChange={changeFilter} />
      </div>
      <QueryResult
        found={all && groups}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={skeletons}
        empty={
          <EmptyState
            title={emptyTitle}
            actions={
              isFiltered ? (
                <Button onClick={() => changeFilter({ status: null, type: null })}>
                  {t('admin.resetFilters')}
                </Button>
              ) : null
            }
          />
        }
      />
      {groups.length > 0 ? (
        <Rows ref={list} {...retainedRow}>
          <ComplaintList isTable={isWide} hasResolved={hasResolved}>
            {rows}
          </ComplaintList>
        </Rows>
      ) : null}
      {rejecting ? (
        <TextPromptDialog
          title={t('admin.complaints.rejectTitle', { title: titleOf(rejecting) })}
          label={t('admin.complaints.rejectReason')}
          hint={t('admin.complaints.rejectHint')}
          missing={null}
          limit={limits.accessWord}
          sendLabel={t('admin.complaints.reject')}
          returnFocus={rejectOpener}
          describeFailure={statuses.refusalText}
          onSend={(word) => reject(rejecting, word || null)}
          onClose={() => setRejecting(null)}
        />
      ) : null}
      {singleKeys && groups.length > 0 ? <KeysHint>{t('admin.complaints.keys')}</KeysHint> : null}
    </>
  );
}
