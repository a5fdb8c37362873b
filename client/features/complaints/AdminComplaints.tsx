/** The admin's list of reports: filters in the address, a status for each, keys for a quick hand. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useAdminComplaintsQuery, type AdminComplaintFragment } from '../../generated.ts';
import { AdminComplaintRow } from './AdminComplaintRow.tsx';
import { Filters, KeysHint, Rows } from './adminComplaintsLook.ts';
import { complaintStatuses, complaintTypes, useComplaintFilter } from './adminComplaintsUrl.ts';
import { useRowKeys } from '../../design/rowKeys.ts';
import { useStatusChange, type ChangeStatus } from './adminStatusChange.ts';

/** How long a report that has left the filter is still shown, in milliseconds. */
export const leavingMs = 3000;

type Group = [AdminComplaintFragment, ...AdminComplaintFragment[]];

/** Open reports about one item with the same type and status stand together, under the newest. */
export function foldSame(reports: readonly AdminComplaintFragment[]): Group[] {
  const groups = new Map<string, Group>();
  for (const report of reports) {
    const isOpen = report.status === 'new' || report.status === 'in_progress';
    const key = isOpen
      ? `${report.knowledgeItemId} ${report.complaintType} ${report.status}`
      : report.id;
    const group = groups.get(key);
    if (group) group.push(report);
    else groups.set(key, [report]);
  }
  return [...groups.values()];
}

export function AdminComplaints({ singleKeys }: { singleKeys: boolean }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [filter, changeFilter] = useComplaintFilter();
  const isWide = useMediaQuery('(min-width: 768px)');
  const list = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const { data, previousData, error, refetch } = useAdminComplaintsQuery({
    variables: filter,
    fetchPolicy: 'cache-and-network',
  });
  const setStatus = useStatusChange(filter);

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const all = (data ?? previousData)?.complaints;
  const shown = all?.filter(
    (report) => !filter.status || report.status === filter.status || leaving.has(report.id),
  );
  const groups = foldSame(shown ?? []);

  const leave = (ids: readonly string[]) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (at >= 0 && ids.includes(rows[at]?.dataset['id'] ?? '')) {
      const next = rows.slice(at + 1).find((row) => !ids.includes(row.dataset['id'] ?? ''));
      (next ?? rows[at - 1])?.focus();
    }
    setLeaving((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  const change: ChangeStatus = async (reports, status) => {
    if (filter.status && status !== filter.status) {
      const ids = reports.map((report) => report.id);
      setLeaving((before) => new Set([...before, ...ids]));
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        leave(ids);
      }, leavingMs);
      timers.current.add(timer);
    }
    await setStatus(reports, status);
  };

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
    KeyO: (_id, row) => row.querySelector<HTMLAnchorElement>('a[href]')?.click(),
  });

  const rows = groups.map((group) => (
    <AdminComplaintRow
      key={group[0].id}
      reports={group}
      asTable={isWide}
      isLeaving={filter.status !== null && group[0].status !== filter.status}
      onChange={change}
    />
  ));
  const isFiltered = filter.type !== null || (filter.status !== null && filter.status !== 'new');
  const emptyTitle = isFiltered
    ? t('admin.complaints.emptyFilters')
    : t(filter.status === 'new' ? 'admin.complaints.emptyNew' : 'admin.complaints.empty');
  return (
    <>
      <Filters>
        <SegmentedControl
          label={t('admin.status')}
          value={filter.status ?? 'all'}
          options={[
            { value: 'all', label: t('admin.all') },
            ...complaintStatuses.map((value) => ({
              value,
              label: t(`requests.statuses.${value}`),
            })),
          ]}
          onChange={(status) => changeFilter({ status: status === 'all' ? null : status })}
        />
        <Select
          aria-label={t('admin.type')}
          value={filter.type ?? 'any'}
          options={[
            { value: 'any', label: t('admin.anyType') },
            ...complaintTypes.map((value) => ({ value, label: t(`report.types.${value}`) })),
          ]}
          onChange={(type) => changeFilter({ type: type === 'any' ? null : type })}
        />
      </Filters>
      {error ? (
        <Notice
          tone="danger"
          actions={<Button onClick={() => void refetch()}>{t('common:actions.retry')}</Button>}
        >
          {t('admin.loadFailed')}
        </Notice>
      ) : null}
      {!all && !error ? (
        <Delayed>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} style={{ height: 56, marginBottom: 8 }} />
          ))}
        </Delayed>
      ) : null}
      {all && groups.length === 0 ? (
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
      ) : null}
      {groups.length > 0 ? (
        <Rows ref={list}>
          {isWide ? (
            <table>
              <VisuallyHidden as="caption">{t('admin.complaints.caption')}</VisuallyHidden>
              <thead>
                <tr>
                  {(['item', 'about', 'author', 'created'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(`admin.complaints.${column}`)}
                    </th>
                  ))}
                  <th scope="col">{t('admin.status')}</th>
                  <th scope="col">{t('admin.complaints.resolved')}</th>
                </tr>
              </thead>
              <tbody>{rows}</tbody>
            </table>
          ) : (
            <ul aria-label={t('admin.complaints.caption')}>{rows}</ul>
          )}
        </Rows>
      ) : null}
      {singleKeys && groups.length > 0 ? <KeysHint>{t('admin.complaints.keys')}</KeysHint> : null}
    </>
  );
}
