/** Plot 3: services that gain and lose users, as small plots of one scale. */
import { useId } from 'react';
import { Bar, Line } from '@visx/shape';
import { scaleLinear } from '@visx/scale';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { color } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { Drawing, weekScale, PlotLegend } from './Drawing.tsx';
import type { MarksPlotFragment, MarkTrendRowFragment } from './generated.ts';
import { Multiples } from './insights.styles.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { useFigures, valueOf } from './useFigures.ts';

const height = 36;

interface MultipleProps {
  trend: MarkTrendRowFragment;
  title: string;
  /** Most marks of a week in one of the small plots. */
  greatest: number;
}

function Multiple({
  trend: { knowledgeItem, added, removed, weeks },
  title,
  greatest,
}: MultipleProps) {
  const { t } = useTranslation('insights');
  const { count } = useFigures();
  const y = scaleLinear<number>({ domain: [-greatest, greatest], range: [height, 0] });
  return (
    <li>
      <div>
        <Link to={servicePath(knowledgeItem.id)}>{title}</Link>
        <span>
          <b data-sign="added">+{count(valueOf(added))}</b>{' '}
          <b data-sign="removed">−{count(valueOf(removed))}</b>
        </span>
      </div>
      {weeks.length > 0 ? (
        <Drawing label={t('drawing', { plot: title })} height={height}>
          {(width) => {
            const x = weekScale(
              weeks.map(({ weekStart }) => weekStart),
              0,
              width,
            );
            return (
              <>
                {weeks.map((week) => (
                  <g key={week.weekStart} transform={`translate(${x(week.weekStart) ?? 0} 0)`}>
                    <Bar
                      y={y(week.added)}
                      width={x.bandwidth()}
                      height={y(0) - y(week.added)}
                      fill={color.chart1}
                    />
                    <Bar
                      y={y(0)}
                      width={x.bandwidth()}
                      height={y(-week.removed) - y(0)}
                      fill={color.chart2}
                    />
                  </g>
                ))}
                <Line
                  from={{ x: 0, y: y(0) }}
                  to={{ x: width, y: y(0) }}
                  stroke={color.borderStrong}
                />
              </>
            );
          }}
        </Drawing>
      ) : null}
    </li>
  );
}

export interface MarksPlotProps {
  marks: MarksPlotFragment;
  query: string;
}

export function MarksPlot({ marks: { rising, fading, dataBeginsOn }, query }: MarksPlotProps) {
  const { t } = useTranslation('insights');
  const { language } = useLanguage();
  const { number } = useFigures();
  const id = useId();
  const titleOf = ({ knowledgeItem }: MarkTrendRowFragment) =>
    getTitle(knowledgeItem, language).text;
  const all = [...rising, ...fading];
  const weeks = [
    ...new Set(all.flatMap((trend) => trend.weeks.map(({ weekStart }) => weekStart))),
  ].toSorted();
  const inWeek = (weekStart: string) => (trend: MarkTrendRowFragment) => {
    const week = trend.weeks.find((one) => one.weekStart === weekStart);
    return `+${number(week?.added ?? 0)} −${number(week?.removed ?? 0)}`;
  };
  const greatest = Math.max(
    1,
    ...all.flatMap(({ weeks }) => weeks.flatMap((week) => [week.added, week.removed])),
  );
  const [gains, loses] = [rising[0], fading[0]].map((trend) => (trend ? titleOf(trend) : null));
  const finding = () => {
    if (gains && loses) return t('marks.both', { gains, loses });
    return gains ? t('marks.gains', { gains }) : t('marks.loses', { loses });
  };
  return (
    <PlotPanel
      plot="rising_and_fading"
      query={query}
      finding={finding()}
      empty={all.length > 0 ? null : t('marks.empty')}
      beginsOn={dataBeginsOn}
      tables={[
        {
          caption: t('marks.table'),
          columns: [t('columns.service'), t('marks.added'), t('marks.removed')],
          rows: all.map((trend) => [titleOf(trend), valueOf(trend.added), valueOf(trend.removed)]),
        },
        ...(weeks.length > 0
          ? [
              {
                caption: t('marks.perWeek'),
                columns: [t('columns.week'), ...all.map(titleOf)],
                rows: weeks.map((weekStart) => [{ day: weekStart }, ...all.map(inWeek(weekStart))]),
              },
            ]
          : []),
      ]}
    >
      <PlotLegend
        title={t('marks.perWeek')}
        marks={[
          { ink: color.chart1, label: t('marks.added') },
          { ink: color.chart2, label: t('marks.removed') },
        ]}
      />
      {(['rising', 'fading'] as const).map((direction) => {
        const trends = direction === 'rising' ? rising : fading;
        return trends.length > 0 ? (
          <div key={direction}>
            <h3 id={`${id}-${direction}`}>{t(`marks.${direction}`)}</h3>
            <Multiples aria-labelledby={`${id}-${direction}`}>
              {trends.map((trend) => (
                <Multiple
                  key={trend.knowledgeItem.id}
                  trend={trend}
                  title={titleOf(trend)}
                  greatest={greatest}
                />
              ))}
            </Multiples>
          </div>
        ) : null;
      })}
    </PlotPanel>
  );
}
