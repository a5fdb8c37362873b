/** Page of data rules for one company and plan, with its state in the URL. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Download as DownloadIcon, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { dataClasses } from '../../enums/generated.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import {
  useServicesWithDataRulesQuery,
  type DataVerdictValue,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { BulkBar } from './BulkBar.tsx';
import { CellMenu, VerdictDialog } from './CellEditor.tsx';
import { cellOf, commonConditions, undecidedCell, type CellValue } from './cells.ts';
import type { CellPosition } from './gridPosition.ts';
import { MatrixFoot, pageSize } from './MatrixFoot.tsx';
import { useMatrixUrl, type MatrixState, type MatrixUrl, type RuleCompany } from './matrixUrl.ts';
import { RuleCards } from './RuleCards.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleGrid, type RuleRow } from './RuleGrid.tsx';
import { RuleScopeBar } from './RuleScopeBar.tsx';
import { DownloadLink, MatrixToolbar } from './rules.styles.ts';
import { RulesProgress, useRulesProgress } from './RulesProgress.tsx';
import { RulesImportDialog } from './RulesImportDialog.tsx';
import { cellChanges, useRowSelection } from './useRuleGrid.ts';
import { useRuleSaves, type CellChange } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';

/** Conditions that are offered again. */
const suggestedConditions = 3;
const wideScreen = '(min-width: 1024px)';

/** Rows of the matrix with saved and pending values. */
function useMatrixRows({ company, tier, search, waiting, page }: MatrixState, toReview: boolean) {
  const { language } = useLanguage();
  const client = useApolloClient();
  const [saved, setSaved] = useState<ReadonlyMap<string, DecidedRuleFragment>>(new Map());
  const { data, previousData, error, loading, refetch } = useServicesWithDataRulesQuery({
    variables: { company, tier, search, waiting, toReview, page: page - 1 },
    skip: company === '',
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const found = (data ?? previousData)?.servicesWithDataRules;
  // Saved rules are newer than the list, until the list is loaded again.
  const listed = useRef(data);
  useEffect(() => {
    if (data !== listed.current) setSaved(new Map());
    listed.current = data;
  }, [data]);
  const saves = useRuleSaves({
    company,
    tier,
    ruleOf: (itemId) =>
      saved.get(itemId) ?? found?.services.find((one) => one.itemId === itemId)?.rules,
    onRules: (rules) => {
      const shown = rules.filter((rule) => rule.company.key === company && rule.tier === tier);
      setSaved((now) => new Map([...now, ...shown.map((rule) => [rule.itemId, rule] as const)]));
      void client
        .refetchQueries({
          updateCache: (cache) =>
            cache.modify<{ dataRulesProgress: unknown }>({
              fields: { dataRulesProgress: (_progress, { INVALIDATE }) => INVALIDATE },
            }),
        })
        .catch((failure: unknown) => console.info('The progress could not be read', failure));
    },
    refetch: () => refetch(),
  });
  const rows = (found?.services ?? []).map((service): RuleRow => {
    const { itemId } = service;
    const rule = saved.get(itemId) ?? service.rules;
    const pendingAt = (column: number): CellValue | undefined => {
      const dataClass = dataClasses[column - 1];
      return dataClass && saves.pending(itemId, dataClass);
    };
    return {
      itemId,
      rule,
      isHidden: service.isHidden,
      imageUrl: service.imageUrl,
      title: chooseText(service.titleRu, service.titleEn, language).text,
      valueAt: (column) => {
        const dataClass = dataClasses[column - 1];
        return pendingAt(column) ?? (dataClass ? cellOf(rule, dataClass) : undecidedCell);
      },
      isPending: (column) => pendingAt(column) !== undefined,
    };
  });
  return { rows, found, error, loading, refetch, saves };
}

type OpenDialog =
  | {
      what: 'cells';
      positions: readonly CellPosition[];
      initialVerdict: DataVerdictValue | undefined;
      from: Element | null;
    }
  | { what: 'rule'; itemId: string }
  | { what: 'import' };

/** With `toReview` only the services whose rules are to be reviewed. */
export function RulesMatrix({ toReview = false }: { toReview?: boolean }) {
  const { t } = useTranslation(['rules', 'dashboard']);
  const own = useSignedInUser().company?.key;
  const isWide = useMediaQuery(wideScreen);
  const { data, error, refetch } = useCompaniesWithDataRulesQuery({
    fetchPolicy: 'cache-and-network',
  });
  const url = useMatrixUrl(data?.companiesWithDataRules ?? [], own);
  const { company, state } = url;
  const matrix = useMatrixRows(state, toReview);
  const { rows, found, saves } = matrix;
  // The tabs have it where there is room.
  const progress = useRulesProgress(data !== undefined && !isWide);
  const selection = useRowSelection(rows, `${state.company} ${url.format(state).toString()}`);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const readOnly = company?.mayDecide !== true;
  const view = {
    rows,
    readOnly,
    onOpenCells: (positions: readonly CellPosition[], initialVerdict?: DataVerdictValue) =>
      setOpen({ what: 'cells', positions, initialVerdict, from: document.activeElement }),
    onOpenRule: ({ itemId }: RuleRow) => setOpen({ what: 'rule', itemId }),
  };
  if (data && !company) return <Notice tone="warning">{t('notApprover')}</Notice>;
  if (error && !data) {
    const failure = t('form.companiesFailed');
    return <QueryResult found={null} error={error} failure={failure} onRetry={refetch} />;
  }
  const emptyTitle = toReview ? 'emptyReview' : state.waiting ? 'emptyWaiting' : 'empty';
  const total = found?.total ?? 0;
  return (
    <>
      <Toolbar url={url} readOnly={readOnly} onImport={() => setOpen({ what: 'import' })} />
      {progress && !isWide ? <RulesProgress progress={progress} /> : null}
      {company && readOnly ? <Notice>{t('readOnly')}</Notice> : null}
      <QueryResult
        found={found?.services}
        error={matrix.error}
        failure={t('dashboard:admin.loadFailed')}
        onRetry={matrix.refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
        empty={<EmptyState level={3} title={t(state.search ? 'empty' : emptyTitle)} />}
      />
      {rows.length === 0 ? null : isWide ? (
        <RuleGrid
          {...view}
          label={t('grid', { company: company?.company.name, tier: t(`tiers.${state.tier}`) })}
          total={total}
          offset={(state.page - 1) * pageSize}
          busy={matrix.loading}
          showsReviews={toReview}
          selection={selection}
          onChange={saves.save}
          onUndo={saves.undoLast}
        />
      ) : (
        <RuleCards {...view} />
      )}
      {isWide && selection.chosen.length > 0 ? (
        <BulkBar
          rows={selection.chosen}
          suggestions={commonConditions(rows, suggestedConditions)}
          onSave={saves.save}
          onUndo={saves.canUndo ? saves.undoLast : null}
          onClear={selection.clear}
        />
      ) : null}
      {rows.length > 0 ? (
        <MatrixFoot url={url} total={total} shown={rows.length} showsKeys={isWide && !readOnly} />
      ) : null}
      {open && company ? (
        <MatrixDialog
          open={open}
          company={company}
          tier={state.tier}
          matrix={matrix}
          isWide={isWide}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

interface ToolbarProps {
  url: MatrixUrl;
  readOnly: boolean;
  onImport: () => void;
}

function Toolbar({ url, readOnly, onImport }: ToolbarProps) {
  const { t } = useTranslation('rules');
  const { company, tier } = url.state;
  return (
    <MatrixToolbar>
      {url.company ? <RuleScopeBar scope={{ company, tier }} onScopeChange={url.change} /> : null}
      <MatrixFilters state={url.state} onChange={url.change} />
      <Bar>
        <DownloadLink
          data-size="small"
          href={`/api/v1/rules/table?company=${encodeURIComponent(company)}`}
          download
        >
          <DownloadIcon size={16} aria-hidden="true" />
          {t('table.download')}
        </DownloadLink>
        {readOnly ? null : (
          <Button size="small" icon={<Upload size={16} aria-hidden="true" />} onClick={onImport}>
            {t('table.import')}
          </Button>
        )}
      </Bar>
    </MatrixToolbar>
  );
}

interface MatrixFiltersProps {
  state: MatrixState;
  onChange: (changes: Partial<MatrixState>) => void;
}

function MatrixFilters({ state, onChange }: MatrixFiltersProps) {
  const { t } = useTranslation('rules');
  const [typed, setTyped] = useState(state.search);
  const find = (event: FormEvent) => {
    event.preventDefault();
    onChange({ search: typed.trim() });
  };
  return (
    <Bar as="form" role="search" onSubmit={find}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('searchShort')}
        maxLength={limits.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Checkbox
        checked={state.waiting}
        onChange={(event) => onChange({ waiting: event.target.checked })}
      >
        {t('waiting')}
      </Checkbox>
    </Bar>
  );
}

interface MatrixDialogProps {
  open: OpenDialog;
  company: RuleCompany;
  tier: PlanTier;
  matrix: ReturnType<typeof useMatrixRows>;
  /** Cells open a menu beside them instead of a dialog. */
  isWide: boolean;
  onClose: () => void;
}

function MatrixDialog({ open, company, tier, matrix, isWide, onClose }: MatrixDialogProps) {
  const { saves, refetch } = matrix;
  if (open.what === 'rule') {
    return (
      <RuleDialog
        itemId={open.itemId}
        scope={{ company: company.company.key, tier }}
        canDecide={company.mayDecide}
        onSaved={saves.recordChange}
        onClose={onClose}
      />
    );
  }
  if (open.what === 'import') {
    return (
      <RulesImportDialog
        company={company.company}
        onDone={(changeId) => {
          saves.recordChange(changeId, []);
          void refetch();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <CellsDialog
      {...open}
      isWide={isWide}
      rows={matrix.rows}
      onSave={saves.save}
      onClose={onClose}
    />
  );
}

/** The matrix with the rules that wait for a review. */
export const RulesToReview = () => <RulesMatrix toReview />;

interface CellsDialogProps extends Extract<OpenDialog, { what: 'cells' }> {
  isWide: boolean;
  rows: readonly RuleRow[];
  onSave: (changes: readonly CellChange[]) => void;
  onClose: () => void;
}

function CellsDialog(props: CellsDialogProps) {
  const { positions, initialVerdict, from, isWide, rows, onSave, onClose } = props;
  const { t } = useTranslation('rules');
  const { className } = useRuleTexts();
  const [first] = positions;
  const firstRow = first && rows[first.row];
  if (!first || !firstRow) return null;
  const firstClass = dataClasses[first.column - 1];
  const anchor = from instanceof HTMLElement ? from : null;
  const common = {
    title:
      positions.length === 1 && firstClass
        ? t('cell.title', { title: firstRow.title, name: className(firstClass) })
        : t('cell.many', { count: positions.length }),
    value: firstRow.valueAt(first.column),
    initialVerdict,
    onDecide: (value: CellValue) => onSave(positions.flatMap((at) => cellChanges(rows, at, value))),
    onClose,
  };
  return isWide && anchor ? (
    <CellMenu
      key={`${first.row} ${first.column}`}
      {...common}
      anchor={anchor}
      suggestions={commonConditions(rows, suggestedConditions)}
    />
  ) : (
    <VerdictDialog {...common} returnFocus={anchor} />
  );
}
