/** The desk: the list of differences and the one that is open. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useFocusRestore } from '../../design/useFocusRestore.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { useDifferencesQuery, type DifferenceFragment } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { BulkDialog } from './BulkDialog.tsx';
import { DeskFilters } from './InconsistencyFilters.tsx';
import { DeskList } from './InconsistencyList.tsx';
import { DifferenceDetail } from './InconsistencyDetail.tsx';
import { Desk, DeskPlace, Filters, KeysHint } from './inconsistencies.styles.ts';
import { deskSearch, useDesk } from './inconsistenciesUrl.ts';
import { TickBar } from './SelectionBar.tsx';
import { useChosen } from './useSelection.ts';
import { useDecisions } from './useDecisions.ts';
import { useDeskKeys } from './useReviewKeys.ts';
import { useSettling } from './useResolution.ts';

const none: readonly DifferenceFragment[] = [];

export interface DifferencesProps {
  /** Whether single keys work. */
  singleKeys: boolean;
  /** What an empty desk says of the agreement of both sides. */
  agreement?: ReactNode;
}

export function Differences({ singleKeys, agreement = null }: DifferencesProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [desk, changeDesk] = useDesk();
  const isWide = useMediaQuery('(min-width: 1024px)');
  const list = useRef<HTMLUListElement>(null);
  /** Where the keyboard goes when the next difference is shown. */
  const [goal, setGoal] = useState<{ id: string | null; at: 'row' | 'heading' } | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<readonly DifferenceFragment[]>(none);
  const { data, previousData, error, refetch } = useDifferencesQuery({
    variables: { status: desk.status, type: desk.type },
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = ({ knowledgeItem: item }: DifferenceFragment) =>
    item ? chooseText(item.titleRu, item.titleEn, language).text : t('admin.gone');
  const readAgain = () => {
    // The failure is shown by `error`, which the hook reports.
    refetch().catch((failure: unknown) => console.info('The desk could not be read', failure));
  };
  const decisions = useDecisions({ nameOf, onReopened: readAgain, onGone: readAgain });
  const settling = useSettling(decisions);

  const known = (data ?? previousData)?.inconsistencies.filter(
    (row) =>
      row.status === desk.status &&
      (!desk.type || row.type === desk.type) &&
      !settling.leaving.has(row.id),
  );
  const rows = known ?? none;
  const read = data?.inconsistencies ?? none;
  const isUsedUp = read.length > 0 && read.every((row) => row.status !== desk.status);
  // A list holds what fits into an answer: behind those that are decided there may be more.
  useEffect(() => {
    if (isUsedUp) void refetch().catch(() => undefined);
  }, [isUsedUp, refetch]);
  const chosen = useChosen(rows, desk.id, (id) => changeDesk({ id }, 'replace'));
  const isNamed = rows.some((row) => row.id === desk.id);
  const open = isWide || isNamed ? chosen.row : undefined;
  const showList = isWide || !open;
  const canTick = desk.status === 'new' && rows.length > 1;
  const tickedRows = rows.filter((row) => ticked.has(row.id));

  const go = (id: string | null, to: 'row' | 'heading') => {
    chosen.choose(id, isWide || isNamed);
    setGoal({ id, at: showList ? to : 'heading' });
  };
  useEffect(() => {
    if (goal?.at !== 'row' || goal.id === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row][data-id="${goal.id}"]`)?.focus();
  }, [goal]);
  const move = (step: 1 | -1) => {
    const next = chosen.beside(step);
    if (next) go(next.id, 'row');
  };
  const tick = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const settle = (row: DifferenceFragment, place: 0 | 1, at: 'key' | 'press') => {
    const next = chosen.after(row.id)?.id ?? null;
    settling.settle(row, place, at, () => go(next, at === 'key' ? 'row' : 'heading'));
  };
  useDeskKeys(singleKeys, {
    move,
    decide: (place) => {
      if (tickedRows.length > 0) setBulk(tickedRows);
      else if (open?.status === 'new') settle(open, place, 'key');
    },
    undo: () => {
      if (open && desk.status !== 'new' && (open.canUndo || open.status === 'ignored')) {
        void decisions.takeBack(open);
      } else void decisions.undoLast();
    },
    tick: () => {
      if (canTick && chosen.row) tick(chosen.row.id);
    },
  });

  const place = useRef<HTMLDivElement>(null);
  // Who decides by keys need not stand on the desk: behind the last difference the keyboard would stay on no element at all.
  const isOver = goal !== null && goal.id === null && rows.length === 0;
  useEffect(() => {
    if (isOver && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [isOver]);
  const kept = useFocusRestore(() =>
    place.current?.querySelector<HTMLElement>('[data-row][tabindex="0"], h3[tabindex], h2'),
  );

  const isFiltered = desk.type !== null || desk.status !== 'new';
  const [firstInBulk, ...othersInBulk] = bulk;
  return (
    <DeskPlace ref={place} {...kept}>
      <DeskFilters desk={desk} onChange={changeDesk} />
      {canTick && showList ? (
        <TickBar
          ticked={tickedRows.length}
          all={rows.length}
          onTickAll={() => setTicked(new Set(rows.map((row) => row.id)))}
          onClear={() => setTicked(new Set())}
          onDecide={() => setBulk(tickedRows)}
        />
      ) : null}
      <QueryResult
        found={known && rows}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
        empty={
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
            {isFiltered ? null : agreement}
          </EmptyState>
        }
      />
      {rows.length > 0 ? (
        <Desk>
          {showList ? (
            <DeskList
              ref={list}
              rows={rows}
              chosen={chosen.row}
              isOpen={open !== undefined}
              nameOf={nameOf}
              addressOf={(row) => deskSearch({ ...desk, id: row.id })}
              failed={settling.failures}
              ticked={ticked}
              onTick={canTick ? tick : null}
              onMove={move}
            />
          ) : (
            <Filters>
              <ButtonLink to={{ search: deskSearch({ ...desk, id: null }) }}>
                {t('admin.inconsistencies.back')}
              </ButtonLink>
              {(['previous', 'next'] as const).map((way) => {
                const row = chosen.beside(way === 'next' ? 1 : -1);
                return row && row !== open ? (
                  <ButtonLink key={way} to={{ search: deskSearch({ ...desk, id: row.id }) }}>
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
              focus={goal?.at === 'heading' && goal.id === open.id}
              showKeys={singleKeys}
              working={settling.working?.id === open.id ? settling.working.place : null}
              asking={settling.asking?.row.id === open.id ? settling.asking : null}
              failure={settling.failures.get(open.id) ?? null}
              onChoose={(place) => settle(open, place, 'press')}
              onTakeBack={() => decisions.takeBack(open)}
            />
          ) : null}
        </Desk>
      ) : null}
      {singleKeys && rows.length > 0 ? (
        <KeysHint>{t('admin.inconsistencies.keys')}</KeysHint>
      ) : null}
      {firstInBulk ? (
        <BulkDialog
          rows={[firstInBulk, ...othersInBulk]}
          nameOf={nameOf}
          isOpen={({ id }) => rows.some((row) => row.id === id)}
          decisions={decisions}
          onClose={() => {
            setBulk(none);
            setTicked(new Set());
          }}
        />
      ) : null}
    </DeskPlace>
  );
}
