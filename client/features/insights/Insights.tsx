/** Insights: six plots of a period and a company. */
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { failureText, isNotFound, isRefusedFor } from '../../browser/graphqlFailure.ts';
import { useUrlChoice } from '../../browser/listAddress.ts';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { AccessPlot } from './AccessPlot.tsx';
import { AdoptionPlot } from './AdoptionPlot.tsx';
import { useInsightsQuery, type InsightsQuery } from './generated.ts';
import { HealthPlot } from './HealthPlot.tsx';
import { Note, Panels, Tools } from './insights.styles.ts';
import { MarksPlot } from './MarksPlot.tsx';
import { MissingPlot } from './MissingPlot.tsx';
import { UseCasesPlot } from './UseCasesPlot.tsx';
import { useFigures } from './useFigures.ts';

const periods = ['90', '30', '365'] as const;
const everyCompany = '';

function useFailure() {
  const { t } = useTranslation('insights');
  return (error: unknown): string => {
    if (isNotFound(error) || isRefusedFor(error, 'otherCompany')) return t('unknownCompany');
    return isRefusedFor(error, 'approversOnly') ? failureText(error) : t('loadFailed');
  };
}

/** @param withAll whether all companies may be chosen together */
export function Insights({ withAll }: { withAll: boolean }) {
  const { t } = useTranslation('insights');
  const { language } = useLanguage();
  const [days, setDays] = useUrlChoice('days', periods);
  const [params, setParams] = useSearchParams();
  const company = params.get('company') ?? everyCompany;
  const setCompany = (key: string) => {
    const next = new URLSearchParams(params);
    if (key === everyCompany) next.delete('company');
    else next.set('company', key);
    setParams(next);
  };
  const asked = useInsightsQuery({
    variables: { days: Number(days), company: company || null },
    fetchPolicy: 'cache-and-network',
  });
  const failure = useFailure();
  const insights = (asked.error ? null : (asked.data ?? asked.previousData))?.insights;
  const isStale = asked.data === undefined;
  const companies = [
    ...(withAll ? [{ value: everyCompany, label: t('everyCompany') }] : []),
    ...(insights?.companies ?? []).map(({ key, name }) => ({ value: key, label: name })),
  ];
  const isKnown = companies.some(({ value }) => value === company);
  return (
    <>
      <Tools data-no-print="">
        <SegmentedControl
          isFoldable
          label={t('period')}
          value={days}
          options={periods
            .toSorted((one, other) => Number(one) - Number(other))
            .map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
          onChange={setDays}
        />
        {companies.length > 1 ? (
          <Select
            aria-label={t('company')}
            value={isKnown ? company : (insights?.company?.key ?? everyCompany)}
            options={companies}
            onChange={setCompany}
          />
        ) : null}
        {insights ? (
          <small>{t('until', { time: formatDateTime(insights.until, language) })}</small>
        ) : null}
        <Button
          size="small"
          icon={<Printer size={16} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </Tools>
      <QueryResult
        found={insights ? [insights] : null}
        error={asked.error}
        failure={failure(asked.error)}
        onRetry={asked.refetch}
        skeleton={
          <Panels>
            {['adoption', 'marks', 'useCases', 'missing', 'access', 'health'].map((plot) => (
              <Skeleton key={plot} style={{ height: 300 }} />
            ))}
          </Panels>
        }
      />
      {insights ? <Plots insights={insights} days={days} isStale={isStale} /> : null}
    </>
  );
}

interface PlotsProps {
  insights: InsightsQuery['insights'];
  days: string;
  /** The plots of another period are shown until those of this one have come. */
  isStale: boolean;
}

function Plots({ insights, days, isStale }: PlotsProps) {
  const { t } = useTranslation('insights');
  const { day } = useFigures();
  const { company, isExact } = insights;
  const query = new URLSearchParams({ days, ...(company ? { company: company.key } : {}) });
  const shared = { query: query.toString() };
  return (
    <>
      <Note data-print-only="">
        {t('printed', {
          company: company?.name ?? t('everyCompany'),
          from: day(insights.since),
          until: day(insights.until),
        })}
      </Note>
      <Panels aria-busy={isStale} data-stale={isStale ? '' : undefined}>
        <AdoptionPlot adoption={insights.adoption} until={insights.until} {...shared} />
        <UseCasesPlot cases={insights.useCases} until={insights.until} {...shared} />
        <MarksPlot marks={insights.risingAndFading} {...shared} />
        <MissingPlot missing={insights.missing} {...shared} />
        <AccessPlot access={insights.access} {...shared} />
        <HealthPlot health={insights.health} company={company?.name ?? null} {...shared} />
      </Panels>
      <Note>{isExact ? t('exact') : t('rounded')}</Note>
    </>
  );
}
