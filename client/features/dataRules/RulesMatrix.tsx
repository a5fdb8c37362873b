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
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import {
  useServicesWithDataRulesQuery,
  type DataVerdictValue,
  type DecidedRuleFragment,
} from './generated.ts';
import { cellOf, undecidedCell, type CellValue } from './cells.ts';
import type { CellPosition } from './gridPosition.ts';
import { RuleCards } from './RuleCards.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleGrid, type RuleRow } from './RuleGrid.tsx';
import { RuleScopeBar } from './RuleScopeBar.tsx';
import { DownloadLink, KeysHint, MatrixToolbar } from './rules.styles.ts';
import { RulesImportDialog } from './RulesImportDialog.tsx';
import { useRuleSaves } from './useRuleSaves.ts';
import { useRuleTexts } from './useRuleTexts.ts';
import { VerdictDialog } from './VerdictDialog.tsx';

const perPage = 50;
const wideScreen = '(min-width: 1024px)';

type OpenDialog =
  | {
      what: 'cells';
      places: readonly CellPosition[];
      begun: DataVerdictValue | undefined;
      from: Element | null;
    }
  | { what: 'rule'; itemId: string }
  | { what: 'table' };

export function RulesMatrix() {
  const { t } = useTranslation(['rules', 'dashboard']);
  const { language } = useLanguage();
  const { className } = useRuleTexts();
  const own = useSignedInUser().company?.key;
  const isWide = useMediaQuery(wideScreen);
  const [params, setParams] = useSearchParams();
  const {
    data: known,
    error: unknown,
    refetch: readCompanies,
  } = useCompaniesWithDataRulesQuery({
    fetchPolicy: 'cache-and-network',
  });
  const companies = known?.companiesWithDataRules ?? [];
  const company =
    companies.find((one) => one.company.key === (params.get('company') ?? own)) ??
    companies.find(({ mayDecide }) => mayDecide) ??
    companies[0];
  const tier = planTiers.find((one) => one === params.get('tier')) ?? 'team';
  const search = params.get('search') ?? '';
  const waiting = params.get('waiting') === '1';
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const [typed, setTyped] = useState(search);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const [newer, setNewer] = useState<ReadonlyMap<string, DecidedRuleFragment>>(new Map());
  const key = company?.company.key ?? '';
  const { data, previousData, error, loading, refetch } = useServicesWithDataRulesQuery({
    variables: { company: key, tier, search, waiting, page: page - 1 },
    skip: key === '',
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const found = (data ?? previousData)?.servicesWithDataRules;
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / perPage));
  const readOnly = company?.mayDecide !== true;

  // What was saved here is newer than a list that was read before it; a list that is read anew is newer still.
  const listed = useRef(data);
  useEffect(() => {
    if (data !== listed.current) setNewer(new Map());
    listed.current = data;
  }, [data]);
  const ruleOf = (itemId: string): DecidedRuleFragment | undefined =>
    newer.get(itemId) ?? found?.services.find((one) => one.itemId === itemId)?.rules;
  const onRules = (rules: readonly DecidedRuleFragment[]) => {
    const here = rules.filter((rule) => rule.company.key === key && rule.tier === tier);
    setNewer((now) => new Map([...now, ...here.map((rule) => [rule.itemId, rule] as const)]));
  };
  const saves = useRuleSaves({
    company: key,
    tier,
    ruleOf,
    onRules,
    refetch: () => refetch(),
  });
  const rows = (found?.services ?? []).map((service): RuleRow => {
    const { itemId } = service;
    const rule = newer.get(itemId) ?? service.rules;
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

  const addressOf = (next: {
    company?: string;
    tier?: string;
    search?: string;
    waiting?: boolean;
    page?: number;
  }): URLSearchParams => {
    const wanted = { company: key, tier, search, waiting, page: 1, ...next };
    const query = new URLSearchParams();
    if (wanted.company !== own) query.set('company', wanted.company);
    if (wanted.tier !== 'team') query.set('tier', wanted.tier);
    if (wanted.search) query.set('search', wanted.search);
    if (wanted.waiting) query.set('waiting', '1');
    if (wanted.page > 1) query.set('page', String(wanted.page));
    return query;
  };
  const find = (event: FormEvent) => {
    event.preventDefault();
    setParams(addressOf({ search: typed.trim() }));
  };
  const openCells = (places: readonly CellPosition[], begun?: DataVerdictValue) =>
    setOpened({ what: 'cells', places, begun, from: document.activeElement });
  const openRule = ({ itemId }: RuleRow) => setOpened({ what: 'rule', itemId });
  const close = () => setOpened(null);

  const cells = opened?.what === 'cells' ? opened.places : [];
  const [first] = cells;
  const firstRow = first && rows[first.row];
  const decide = (value: CellValue) =>
    saves.save(
      cells.flatMap(({ row, column }) => {
        const { itemId, title } = rows[row] ?? {};
        const dataClass = dataClasses[column - 1];
        return itemId && title !== undefined && dataClass
          ? [{ itemId, title, dataClass, value }]
          : [];
      }),
    );
  const titleOfCells = () => {
    const dataClass = first && dataClasses[first.column - 1];
    return cells.length === 1 && firstRow && dataClass
      ? t('cell.title', { title: firstRow.title, name: className(dataClass) })
      : t('cell.many', { count: cells.length });
  };
  const view = { rows, readOnly, onOpenCells: openCells, onOpenRule: openRule };
  // Who was chosen and is no longer, or has followed a link.
  if (known && !company) return <Notice tone="warning">{t('notApprover')}</Notice>;
  if (unknown && !known) {
    const failure = t('form.companiesFailed');
    return <QueryResult found={null} error={unknown} failure={failure} onRetry={readCompanies} />;
  }
  const label = t('grid', { company: company?.company.name, tier: t(`tiers.${tier}`) });
  return (
    <>
      <MatrixToolbar>
        {company ? (
          <RuleScopeBar
            scope={{ company: key, tier }}
            onScopeChange={(to) => setParams(addressOf(to))}
          />
        ) : null}
        <Bar>
          <DownloadLink href={`/api/v1/rules/table?company=${encodeURIComponent(key)}`} download>
            <DownloadIcon size={16} aria-hidden="true" />
            {t('table.download')}
          </DownloadLink>
          {readOnly ? null : (
            <Button
              icon={<Upload size={16} aria-hidden="true" />}
              onClick={() => setOpened({ what: 'table' })}
            >
              {t('table.import')}
            </Button>
          )}
        </Bar>
      </MatrixToolbar>
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
          checked={waiting}
          onChange={(event) => setParams(addressOf({ waiting: event.target.checked }))}
        >
          {t('waiting')}
        </Checkbox>
      </Bar>
      {company && readOnly ? <Notice>{t('readOnly')}</Notice> : null}
      {isWide && !readOnly ? <KeysHint>{t('keys')}</KeysHint> : null}
      <QueryResult
        found={found?.services}
        error={error}
        failure={t('dashboard:admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 480 }} />}
        empty={<EmptyState level={3} title={t(waiting && !search ? 'emptyWaiting' : 'empty')} />}
      />
      {rows.length === 0 ? null : isWide ? (
        <RuleGrid
          {...view}
          label={label}
          total={found?.total ?? 0}
          offset={(page - 1) * perPage}
          busy={loading}
          onChange={saves.save}
          onUndo={saves.undoLast}
        />
      ) : (
        <RuleCards {...view} />
      )}
      {pages > 1 ? (
        <Bar as="nav" aria-label={t('pages')}>
          {page > 1 ? <Link to={`?${addressOf({ page: page - 1 })}`}>{t('previous')}</Link> : null}
          <span>{t('page', { page, pages })}</span>
          {page < pages ? <Link to={`?${addressOf({ page: page + 1 })}`}>{t('next')}</Link> : null}
        </Bar>
      ) : null}
      {opened?.what === 'cells' && first && firstRow ? (
        <VerdictDialog
          title={titleOfCells()}
          value={firstRow.valueAt(first.column)}
          initialVerdict={opened.begun}
          onDecide={decide}
          onClose={close}
          returnFocus={opened.from instanceof HTMLElement ? opened.from : null}
        />
      ) : null}
      {opened?.what === 'rule' ? (
        <RuleDialog
          itemId={opened.itemId}
          scope={{ company: key, tier }}
          canDecide={!readOnly}
          onSaved={saves.recordChange}
          onClose={close}
        />
      ) : null}
      {opened?.what === 'table' && company ? (
        <RulesImportDialog
          company={company.company}
          onDone={(changeId) => {
            saves.recordChange(changeId, []);
            void refetch();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
