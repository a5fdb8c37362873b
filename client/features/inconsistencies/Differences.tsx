/** The desk: the list of differences and the one that is open. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { useRowKeys } from '../../design/rowKeys.ts';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { useDifferencesQuery, type DifferenceFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { DifferenceDetail } from './DifferenceDetail.tsx';
import { Desk, Filters, List } from './differencesLook.ts';
import { deskSearch, differenceStatuses, differenceTypes, useDesk } from './differencesUrl.ts';
import { useDecisions } from './useDecisions.ts';

export function Differences({ singleKeys }: { singleKeys: boolean }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [desk, changeDesk] = useDesk();
  const isWide = useMediaQuery('(min-width: 1024px)');
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [isBulk, setBulk] = useState(false);
  const { data, previousData, error, refetch } = useDifferencesQuery({
    variables: { status: desk.status, type: desk.type },
    fetchPolicy: 'cache-and-network',
  });
  const decisions = useDecisions(() => void refetch());
  useRowKeys(list, singleKeys, {});

  const rows = (data ?? previousData)?.inconsistencies.filter(
    (row) => row.status === desk.status && (!desk.type || row.type === desk.type),
  );
  const chosen = rows?.findIndex((row) => row.id === desk.id) ?? -1;
  const openAt = chosen < 0 && isWide ? 0 : chosen;
  const open = rows?.[openAt];
  const addressOf = (row: DifferenceFragment) => deskSearch({ ...desk, id: row.id });
  const nameOf = ({ knowledgeItem: item }: DifferenceFragment) =>
    item ? chooseText(item.titleRu, item.titleEn, language).text : t('admin.gone');

  const goOn = () => {
    const next = rows?.[openAt + 1] ?? rows?.[openAt - 1];
    setFocused(next?.id ?? null);
    changeDesk({ id: next?.id ?? null });
  };
  const isFiltered = desk.type !== null || desk.status !== 'new';
  const [first, ...others] = rows ?? [];
  const showList = isWide || !open;
  return (
    <>
      <Filters>
        <SegmentedControl
          label={t('admin.status')}
          value={desk.status}
          options={differenceStatuses.map((value) => ({
            value,
            label: t(`admin.inconsistencies.statuses.${value}`),
          }))}
          onChange={(status) => changeDesk({ status, id: null })}
        />
        <Select
          aria-label={t('admin.type')}
          value={desk.type ?? 'any'}
          options={[
            { value: 'any', label: t('admin.anyType') },
            ...differenceTypes.map((value) => ({
              value,
              label: t(`admin.inconsistencies.types.${value}`),
            })),
          ]}
          onChange={(type) => changeDesk({ type: type === 'any' ? null : type, id: null })}
        />
        {desk.type && desk.status === 'new' && others.length > 0 ? (
          <Button onClick={() => setBulk(true)}>{t('admin.inconsistencies.bulk')}</Button>
        ) : null}
      </Filters>
      {error ? (
        <Notice
          tone="danger"
          actions={<Button onClick={() => void refetch()}>{t('common:actions.retry')}</Button>}
        >
          {t('admin.loadFailed')}
        </Notice>
      ) : null}
      {!rows && !error ? (
        <Delayed>
          <Skeleton style={{ height: 320 }} />
        </Delayed>
      ) : null}
      {rows && !first ? (
        <EmptyState
          title={t(
            isFiltered ? 'admin.inconsistencies.emptyFilters' : 'admin.inconsistencies.empty',
          )}
          actions={
            isFiltered ? (
              <Button onClick={() => changeDesk({ status: 'new', type: null, id: null })}>
                {t('admin.resetFilters')}
              </Button>
            ) : null
          }
        >
          {isFiltered ? null : t('admin.inconsistencies.emptyHint')}
        </EmptyState>
      ) : null}
      {first ? (
        <Desk>
          {showList ? (
            <List ref={list} aria-label={t('admin.inconsistencies.list')}>
              {rows?.map((row) => (
                <li key={row.id}>
                  <Link
                    to={{ search: addressOf(row) }}
                    preventScrollReset={isWide}
                    data-row=""
                    data-id={row.id}
                    aria-current={row === open ? 'true' : undefined}
                  >
                    <strong>{nameOf(row)}</strong>
                    <small data-failed={row.error ? '' : undefined}>
                      {t(`admin.inconsistencies.types.${row.type}`)} ·{' '}
                      {formatRelative(row.createdAt, language)}
                    </small>
                  </Link>
                </li>
              ))}
            </List>
          ) : (
            <Filters>
              <ButtonLink to={{ search: deskSearch({ ...desk, id: null }) }}>
                {t('admin.inconsistencies.back')}
              </ButtonLink>
              {(['previous', 'next'] as const).map((way) => {
                const row = rows?.[openAt + (way === 'next' ? 1 : -1)];
                return row ? (
                  <ButtonLink key={way} to={{ search: addressOf(row) }}>
                    {t(`admin.inconsistencies.${way}`)}
                  </ButtonLink>
                ) : null;
              })}
            </Filters>
          )}
          {open ? (
            <DifferenceDetail
              key={open.id}
              row={open}
              focus={focused === open.id}
              decisions={decisions}
              onDecided={goOn}
            />
          ) : null}
        </Desk>
      ) : null}
      {isBulk && first ? (
        <BulkDialog
          rows={[first, ...others]}
          decisions={decisions}
          onClose={() => setBulk(false)}
        />
      ) : null}
    </>
  );
}
