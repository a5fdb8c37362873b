/** Plot 4: searches without an answer, and the greatest gaps. */
import { Bar } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { color } from '../../design/theme.ts';
import { Axes, Drawing, margin, countScale, weekScale, PlotLegend } from './Drawing.tsx';
import type { MissingPlotFragment } from './generated.ts';
import { Bars, Contained, Halves } from './insights.styles.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { ShareBar } from './StackedCounts.tsx';
import { useFigures } from './useFigures.ts';

const height = 200;
const servedInk = `color-mix(in srgb, ${color.chart2} 30%, ${color.surface})`;

function Searches({ weeks, width }: { weeks: MissingPlotFragment['weeks']; width: number }) {
  const x = weekScale(
    weeks.map(({ weekStart }) => weekStart),
    margin.left,
    width,
  );
  const greatest = Math.max(...weeks.map(({ open, served }) => open + served));
  const y = countScale(greatest, height - margin.bottom, margin.top);
  return (
    <>
      <Axes x={x} y={y} />
      {weeks.map(({ weekStart, open, served }) => (
        <g key={weekStart} transform={`translate(${x(weekStart) ?? 0} 0)`}>
          <Bar y={y(open)} width={x.bandwidth()} height={y(0) - y(open)} fill={color.chart2} />
          {served > 0 ? (
            <Bar
              x={0.75}
              y={y(open + served) + 0.75}
              width={Math.max(1, x.bandwidth() - 1.5)}
              height={Math.max(0, y(open) - y(open + served) - 1.5)}
              fill={servedInk}
              // A frame would fill a narrow bar.
              stroke={x.bandwidth() > 6 ? color.chart2 : servedInk}
              strokeWidth={1.5}
            />
          ) : null}
        </g>
      ))}
    </>
  );
}

export interface MissingPlotProps {
  /** Null for a company, and so for approvers: searches are kept without one. */
  missing: MissingPlotFragment | null;
  query: string;
}

export function MissingPlot({ missing, query }: MissingPlotProps) {
  const { t } = useTranslation('insights');
  const { number, unit } = useFigures();
  const { weeks = [], topGaps = [], gaps = 0, served = 0 } = missing ?? {};
  const median = missing?.medianDaysToServe ?? null;
  const greatest = Math.max(1, ...topGaps.map(({ searches }) => searches));
  const empty = gaps > 0 ? null : t('missing.empty');
  return (
    <PlotPanel
      plot="missing"
      query={query}
      finding={
        median === null
          ? t('missing.noneServed', { gaps: number(gaps) })
          : t('missing.finding', {
              served: number(served),
              gaps: number(gaps),
              median: unit(Math.round(median * 10) / 10, 'day'),
            })
      }
      empty={missing ? empty : t('missing.ofAll')}
      beginsOn={missing?.dataBeginsOn ?? null}
      tables={[
        {
          caption: t('missing.table'),
          columns: [t('columns.week'), t('missing.open'), t('missing.served')],
          rows: weeks.map((week) => [{ day: week.weekStart }, week.open, week.served]),
        },
        {
          caption: t('missing.top'),
          columns: [t('missing.search'), t('missing.searches'), t('missing.state')],
          rows: topGaps.map(({ text, searches, isServed }) => [
            text,
            searches,
            isServed ? t('missing.served') : t('missing.open'),
          ]),
        },
      ]}
    >
      <Contained>
        <Halves>
          <div>
            <PlotLegend
              title={t('perWeek')}
              marks={[
                { ink: color.chart2, label: t('missing.open') },
                { form: 'hollow', ink: color.chart2, label: t('missing.served') },
              ]}
            />
            <Drawing label={t('drawing', { plot: t('plots.missing') })} height={height}>
              {(width) => <Searches weeks={weeks} width={width} />}
            </Drawing>
          </div>
          <div>
            <h3>
              <Link to={paths.adminCatalogueGaps}>{t('missing.top')}</Link>
            </h3>
            <Bars>
              {topGaps.map(({ gapId, text, language, searches, isServed }) => (
                <li key={gapId}>
                  <span lang={language}>{text}</span>
                  <ShareBar share={searches / greatest} ink={color.chart2} isHollow={isServed} />
                  <b>{number(searches)}</b>
                </li>
              ))}
            </Bars>
          </div>
        </Halves>
      </Contained>
    </PlotPanel>
  );
}
