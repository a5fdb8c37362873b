/** Plot 5: how long requests for access wait, by step and approvers, and what becomes of them. */
import { Circle, Line } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { color } from '../../design/theme.ts';
import { Drawing, durationScale, PlotLegend } from './Drawing.tsx';
import type { AccessPlotFragment, AccessWaitingRowFragment } from './generated.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { StackedCounts } from './StackedCounts.tsx';
import { durationOf, sumOf, useFigures, valueOf } from './useFigures.ts';

const row = { height: 21, labels: 200, step: 84, letters: 16 };
const foot = 26;

const outcomeInks = {
  granted: color.chart1,
  waiting: color.chart4,
  declined: color.chart2,
  withdrawn: color.borderStrong,
} as const;

/** By step: all approvers first, then each group. One group alone is the same as all. */
function rowsOf({ overall, byCompany }: AccessPlotFragment): AccessWaitingRowFragment[] {
  const groups = new Set(byCompany.map(({ company }) => company?.key));
  return overall.flatMap((all) => [
    all,
    ...(groups.size > 1 ? byCompany.filter(({ step }) => step === all.step) : []),
  ]);
}

interface WaitingProps {
  rows: readonly AccessWaitingRowFragment[];
  nameOf: (row: AccessWaitingRowFragment) => string;
  width: number;
}

function Waiting({ rows, nameOf, width }: WaitingProps) {
  const { t } = useTranslation('insights');
  const { language } = useLanguage();
  const { unit } = useFigures();
  const bottom = rows.length * row.height;
  const greatest = Math.max(...rows.map(({ p90Hours }) => p90Hours ?? 0));
  const scale = durationScale(greatest, row.labels, width - 12);
  return (
    <>
      {scale.ticks.map(({ value, x }) => (
        <g key={value}>
          <Line from={{ x, y: 0 }} to={{ x, y: bottom }} stroke={color.hair} />
          <text x={x} y={bottom + 17} textAnchor="middle">
            {unit(value, scale.unit, 'short')}
          </text>
        </g>
      ))}
      {rows.map((one, place) => {
        const { step, company, medianHours, p90Hours } = one;
        const name = nameOf(one);
        const isFirst = rows[place - 1]?.step !== step;
        return (
          <g
            key={`${step} ${company?.key ?? name}`}
            transform={`translate(0 ${(place + 0.5) * row.height})`}
          >
            {isFirst ? (
              <text dy="0.33em" data-strong="">
                {t(`access.short.${step}`)}
              </text>
            ) : null}
            <text x={row.labels - 10} dy="0.33em" textAnchor="end">
              {truncate(name, row.letters, language) ?? name}
            </text>
            {medianHours === null || p90Hours === null ? (
              <text x={row.labels} dy="0.33em">
                {t('withheld')}
              </text>
            ) : (
              <>
                <Line
                  from={{ x: scale.x(medianHours), y: 0 }}
                  to={{ x: scale.x(p90Hours), y: 0 }}
                  stroke={color.chart6}
                  strokeWidth={3}
                />
                <Circle
                  cx={scale.x(p90Hours)}
                  r={4}
                  fill={color.surface}
                  stroke={color.chart1}
                  strokeWidth={2}
                />
                <Circle cx={scale.x(medianHours)} r={5} fill={color.chart1} />
              </>
            )}
          </g>
        );
      })}
    </>
  );
}

export interface AccessPlotProps {
  access: AccessPlotFragment;
  query: string;
}

export function AccessPlot({ access, query }: AccessPlotProps) {
  const { t } = useTranslation('insights');
  const { number, unit } = useFigures();
  const rows = rowsOf(access);
  const nameOf = (one: AccessWaitingRowFragment) => {
    if (one.company) return one.company.name;
    return access.overall.includes(one) ? t('access.all') : t('noCompany');
  };
  const duration = (hours: number | null) => {
    if (hours === null) return null;
    const { value, unit: name } = durationOf(hours);
    return unit(value, name);
  };
  const decision = access.overall.find(({ step }) => step === 'decision');
  const total = sumOf(access.outcomes.map(({ requests }) => requests));
  const [median, p90] = [decision?.medianHours ?? null, decision?.p90Hours ?? null].map(duration);
  const withRequests = rows.some(({ requests }) => requests !== null);
  return (
    <PlotPanel
      plot="access"
      query={query}
      finding={median && p90 ? t('access.finding', { median, p90 }) : null}
      empty={total === 0 && rows.length === 0 ? t('access.empty') : null}
      tables={[
        {
          caption: t('access.waiting'),
          columns: [
            t('access.step'),
            t('access.approvers'),
            t('access.median'),
            t('access.p90'),
            ...(withRequests ? [t('access.requests')] : []),
          ],
          rows: rows.map((one) => [
            t(`access.steps.${one.step}`),
            nameOf(one),
            duration(one.medianHours),
            duration(one.p90Hours),
            ...(withRequests ? [one.requests] : []),
          ]),
        },
        {
          caption: t('access.outcomes'),
          columns: [t('access.outcome'), t('access.requests')],
          rows: access.outcomes.map(({ outcome, requests }) => [
            t(`access.outcomeNames.${outcome}`),
            valueOf(requests),
          ]),
        },
      ]}
    >
      {rows.length > 0 ? (
        <div>
          <PlotLegend
            marks={[
              { form: 'dot', ink: color.chart1, label: t('access.median') },
              { form: 'ring', ink: color.chart1, label: t('access.p90') },
            ]}
          />
          <Drawing
            label={t('drawing', { plot: t('access.waiting') })}
            height={rows.length * row.height + foot}
          >
            {(width) => <Waiting rows={rows} nameOf={nameOf} width={width} />}
          </Drawing>
        </div>
      ) : null}
      <div>
        <h3>
          {total === null
            ? t('access.outcomes')
            : t('access.outcomesOf', { requests: number(total) })}
        </h3>
        <StackedCounts
          parts={access.outcomes.map(({ outcome, requests }) => ({
            label: t(`access.outcomeNames.${outcome}`),
            value: valueOf(requests),
            ink: outcomeInks[outcome],
          }))}
        />
      </div>
    </PlotPanel>
  );
}
