/** Page of data rules for one company and plan, with its state in the URL. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Download as DownloadIcon, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Checkbox } from '../../design/Checkbox.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Field } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { dataClasses, planTiers } from '../../enums/generated.ts';
import {
  useCompaniesWithDataRulesQuery,
  type CompaniesWithDataRulesQuery,
} from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import {
  useServicesWithDataRulesQuery,
  type DataVerdictValue,
  type DecidedRuleFragment,
  type PlanTier,
} from './generated.ts';
import { cellOf, undecidedCell, type CellValue } from './cells.ts';
import type { CellPosition } from './gridPosition.ts';
import { RuleCards } from './RuleCards.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleGrid, type RuleRow } from './RuleGrid.tsx';
import { RuleScopeBar } from './RuleScopeBar.tsx';
import { DownloadLink, KeysHint, MatrixToolbar } from './rules.styles.ts';
import { RulesImportDialog } from './RulesImportDialog.tsx';
import { cellChanges } from './useRuleGrid.ts';
import { useRuleSaves, type CellChange } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';
import { VerdictDialog } from './VerdictDialog.tsx';

const perPage = 50;
const wideScreen = '(min-width: 1024px)';

interface MatrixState {
  company: string;
  tier: PlanTier;
  search: string;
  /** Only services with undecided data classes. */
  waiting: boolean;
  /** From 1. */
  page: number;
}

/** State of the page in the URL; `own` is the default company. */
function useMatrixUrl(companies: readonly RuleCompany[], own: string | undefined) {
  const [params, setParams] = useSearchParams();
  const company =
    companies.find((one) => one.company.key === (params.get('company') ?? own)) ??
    companies.find(({ mayDecide }) => mayDecide) ??
    companies[0];
  const state: MatrixState = {
    company: company?.company.key ?? '',
    tier: planTiers.find((one) => one === params.get('tier')) ?? 'team',
    search: params.get('search') ?? '',
    waiting: params.get('waiting') === '1',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
  const format = (changes: Partial<MatrixState>): URLSearchParams => {
    const next = { ...state, page: 1, ...changes };
    const query = new URLSearchParams();
    if (next.company !== own) query.set('company', next.company);
    if (next.tier !== 'team') query.set('tier', next.tier);
    if (next.search) query.set('search', next.search);
    if (next.waiting) query.set('waiting', '1');
    if (next.page > 1) query.set('page', String(next.page));
    return query;
  };
  const change = (changes: Partial<MatrixState>) => setParams(format(changes));
  return { company, state, format, change };
}

/** Rows of the matrix with saved and pending values. */
function useMatrixRows({ company, tier, search, waiting, page }: MatrixState) {
  const { language } = useLanguage();
  const [saved, setSaved] = useState<ReadonlyMap<string, DecidedRuleFragment>>(new Map());
  const { data, previousData, error, loading, refetch } = useServicesWithDataRulesQuery({
    variables: { company, tier, search, waiting, page: page - 1 },
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

export function RulesMatrix() {
  const { t } = useTranslation(['rules', 'dashboard']);
  const own = useSignedInUser().company?.key;
  const isWide = useMediaQuery(wideScreen);
  const { data, error, refetch } = useCompaniesWithDataRulesQuery({
    fetchPolicy: 'cache-and-network',
  });
  const url = useMatrixUrl(data?.companiesWithDataRules ?? [], own);
  const { company, state } = url;
  const matrix = useMatrixRows(state);
  const { rows, found, saves } = matrix;
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
  const isEverythingDecided = state.waiting && !state.search;
  return (
    <>
      <Toolbar url={url} readOnly={readOnly} onImport={() => setOpen({ what: 'import' })} />
      <MatrixFilters state={state} onChange={url.change} />
      {company && readOnly ? <Notice>{t('readOnly')}</Notice> : null}
      {isWide && !readOnly ? <KeysHint>{t('keys')}</KeysHint> : null}
      <QueryResult
        found={found?.services}
        error={matrix.error}
        failure={t('dashboard:admin.loadFailed')}
        onRetry={matrix.refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
        empty={<EmptyState level={3} title={t(isEverythingDecided ? 'emptyWaiting' : 'empty')} />}
      />
      {rows.length === 0 ? null : isWide ? (
        <RuleGrid
          {...view}
          label={t('grid', { company: company?.company.name, tier: t(`tiers.${state.tier}`) })}
          total={found?.total ?? 0}
          offset={(state.page - 1) * perPage}
          busy={matrix.loading}
          onChange={saves.save}
          onUndo={saves.undoLast}
        />
      ) : (
        <RuleCards {...view} />
      )}
      <Pages url={url} total={found?.total ?? 0} />
      {open && company ? (
        <MatrixDialog
          open={open}
          company={company}
          tier={state.tier}
          matrix={matrix}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

type MatrixUrl = ReturnType<typeof useMatrixUrl>;
type RuleCompany = CompaniesWithDataRulesQuery['companiesWithDataRules'][number];

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
      <Bar>
        <DownloadLink href={`/api/v1/rules/table?company=${encodeURIComponent(company)}`} download>
          <DownloadIcon size={16} aria-hidden="true" />
          {t('table.download')}
        </DownloadLink>
        {readOnly ? null : (
          <Button icon={<Upload size={16} aria-hidden="true" />} onClick={onImport}>
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
      <Field label={t('search')}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            maxLength={limits.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">{t('find')}</Button>
      <Checkbox
        checked={state.waiting}
        onChange={(event) => onChange({ waiting: event.target.checked })}
      >
        {t('waiting')}
      </Checkbox>
    </Bar>
  );
}

function Pages({ url, total }: { url: MatrixUrl; total: number }) {
  const { t } = useTranslation('rules');
  const { page } = url.state;
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (pages === 1) return null;
  return (
    <Bar as="nav" aria-label={t('pages')}>
      {page > 1 ? <Link to={`?${url.format({ page: page - 1 })}`}>{t('previous')}</Link> : null}
      <span>{t('page', { page, pages })}</span>
      {page < pages ? <Link to={`?${url.format({ page: page + 1 })}`}>{t('next')}</Link> : null}
    </Bar>
  );
}

interface MatrixDialogProps {
  open: OpenDialog;
  company: RuleCompany;
  tier: PlanTier;
  matrix: ReturnType<typeof useMatrixRows>;
  onClose: () => void;
}

function MatrixDialog({ open, company, tier, matrix, onClose }: MatrixDialogProps) {
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
  return <CellsDialog {...open} rows={matrix.rows} onSave={saves.save} onClose={onClose} />;
}

interface CellsDialogProps extends Extract<OpenDialog, { what: 'cells' }> {
  rows: readonly RuleRow[];
  onSave: (changes: readonly CellChange[]) => void;
  onClose: () => void;
}

function CellsDialog(props: CellsDialogProps) {
  const { positions, initialVerdict, from, rows, onSave, onClose } = props;
  const { t } = useTranslation('rules');
  const { className } = useRuleTexts();
  const [first] = positions;
  const firstRow = first && rows[first.row];
  if (!first || !firstRow) return null;
  const firstClass = dataClasses[first.column - 1];
  return (
    <VerdictDialog
      title={
        positions.length === 1 && firstClass
          ? t('cell.title', { title: firstRow.title, name: className(firstClass) })
          : t('cell.many', { count: positions.length })
      }
      value={firstRow.valueAt(first.column)}
      initialVerdict={initialVerdict}
      onDecide={(value) => onSave(positions.flatMap((at) => cellChanges(rows, at, value)))}
      onClose={onClose}
      returnFocus={from instanceof HTMLElement ? from : null}
    />
  );
}
