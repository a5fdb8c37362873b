/** Plot 1: people who use at least one service, by week and company. */
import { AreaStack } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { color } from '../../design/theme.ts';
import {
  Axes,
  Drawing,
  margin,
  completeWeeks,
  countScale,
  spreadLabels,
  weekScale,
  PlotLegend,
} from './Drawing.tsx';
import type { AdoptionPlotFragment } from './generated.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { useFigures, valueOf } from './useFigures.ts';

const height = 240;
const labels = { width: 148, lineHeight: 16, letters: 17 };
const inks = [
  color.chart1,
  color.chart2,
  color.chart3,
  color.chart4,
  color.chart5,
  color.chart6,
] as const;
const inkOf = (place: number): string => inks[place % inks.length] ?? color.chart1;

interface Series {
  name: string;
  /** By week; null where the number is withheld. */
  values: (number | null)[];
}

/** The greatest company first, at the foot of the plot. */
function seriesOf({ weeks, companies }: AdoptionPlotFragment, noCompany: string): Series[] {
  return companies
    .map(({ company, weeks: own }) => {
      const byWeek = new Map(own.map((week) => [week.weekStart, valueOf(week.people)]));
      return {
        name: company?.name ?? noCompany,
        values: weeks.map(({ weekStart }) => byWeek.get(weekStart) ?? null),
      };
    })
    .toSorted((one, other) => (other.values.at(-1) ?? 0) - (one.values.at(-1) ?? 0));
}

interface AreasProps {
  weeks: readonly string[];
  series: readonly Series[];
  size: { width: number; height: number };
}

function Areas({ weeks, series, size: { width, height } }: AreasProps) {
  const { language } = useLanguage();
  const { count } = useFigures();
  const bottom = height - margin.bottom;
  const right = width - labels.width;
  const sums = weeks.map((_week, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const x = weekScale(weeks, margin.left, right);
  const y = countScale(Math.max(...sums), bottom, margin.top);
  const middle = (at: number) => (x(weeks[at] ?? '') ?? 0) + x.bandwidth() / 2;
  const last = weeks.length - 1;
  const lastValues = series.map(({ values }) => values[last] ?? 0);
  const middles = lastValues.map((value, place) =>
    y(lastValues.slice(0, place).reduce((sum, below) => sum + below, value / 2)),
  );
  const places = spreadLabels(middles, labels.lineHeight, bottom);
  return (
    <>
      <Axes x={x} y={y} />
      <AreaStack<number, number>
        data={weeks.map((_week, at) => at)}
        keys={series.map((_one, place) => place)}
        value={(at, place) => series[place]?.values[at] ?? Number.NaN}
        defined={(point) => !Number.isNaN(point[1])}
        x={(point) => middle(point.data)}
        y0={(point) => y(point[0])}
        y1={(point) => y(point[1])}
      >
        {({ stacks, path }) =>
          stacks.map((stack) => (
            <path
              key={stack.key}
              d={path(stack) ?? ''}
              fill={inkOf(stack.key)}
              // A single week has no area; its edge shows it.
              stroke={weeks.length > 1 ? color.surface : inkOf(stack.key)}
              strokeWidth={weeks.length > 1 ? 1 : 8}
            />
          ))
        }
      </AreaStack>
      {series.map(({ name, values }, place) => (
        <g key={name} transform={`translate(${right + 6} ${places[place] ?? 0})`}>
          <rect y={-5} width={9} height={9} rx={2} fill={inkOf(place)} />
          <text x={14} dy="0.3em" data-strong="">
            {truncate(name, labels.letters, language) ?? name}
          </text>
          <text x={labels.width - 6} dy="0.3em" textAnchor="end" data-strong="">
            {values[last] === null ? '<5' : count(values[last] ?? 0)}
          </text>
        </g>
      ))}
    </>
  );
}

export interface AdoptionPlotProps {
  adoption: AdoptionPlotFragment;
  /** Time of the figures. */
  until: string;
  query: string;
}

export function AdoptionPlot({ adoption, until, query }: AdoptionPlotProps) {
  const { t } = useTranslation('insights');
  const { count, percent } = useFigures();
  const { weeks, dataBeginsOn } = adoption;
  const series = seriesOf(adoption, t('noCompany'));
  const drawn = completeWeeks(weeks, until);
  const lastWeek = weeks.at(-1);
  const people = lastWeek ? valueOf(lastWeek.people) : null;
  const accounts = lastWeek ? valueOf(lastWeek.activeAccounts) : null;
  const share = (one: number | null, all: number | null) =>
    one === null || !all ? '' : percent(one / all);
  const finding =
    people === null || !accounts
      ? t('adoption.few')
      : t('adoption.finding', {
          people: count(people),
          accounts: count(accounts),
          share: share(people, accounts),
        });
  return (
    <PlotPanel
      plot="adoption"
      query={query}
      finding={finding}
      empty={lastWeek ? null : t('noData')}
      beginsOn={dataBeginsOn}
      tables={[
        {
          caption: t('adoption.table'),
          columns: [
            t('columns.week'),
            ...(series.length > 1 ? series.map(({ name }) => name) : []),
            t('columns.people'),
            t('columns.accounts'),
            t('columns.share'),
          ],
          rows: weeks.map((week, at) => [
            { day: week.weekStart },
            ...(series.length > 1 ? series.map(({ values }) => values[at] ?? null) : []),
            valueOf(week.people),
            valueOf(week.activeAccounts),
            share(valueOf(week.people), valueOf(week.activeAccounts)),
          ]),
        },
      ]}
    >
      <div>
        <PlotLegend
          title={t(drawn.length < weeks.length ? 'adoption.perCompleteWeek' : 'adoption.perWeek')}
          marks={[]}
        />
        <Drawing label={t('drawing', { plot: t('plots.adoption') })} height={height}>
          {(width) => (
            <Areas
              weeks={drawn.map(({ weekStart }) => weekStart)}
              series={series}
              size={{ width, height }}
            />
          )}
        </Drawing>
      </div>
    </PlotPanel>
  );
}
