/** Plot 2: use cases written and found useful, and services that have users but no use case. */
import { Bar, LinePath } from '@visx/shape';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { color } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import {
  Axes,
  Drawing,
  margin,
  completeWeeks,
  countScale,
  weekScale,
  PlotLegend,
} from './Drawing.tsx';
import type { UseCasesPlotFragment } from './generated.ts';
import { Contained, Halves, Note, Rows } from './insights.styles.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { sumOf, useFigures, valueOf } from './useFigures.ts';

const height = 200;
/** As many as stand beside the plot; the table has all. */
const shownServices = 6;

type Weeks = Readonly<UseCasesPlotFragment['weeks']>;

const isKnown = (week: Weeks[number] | undefined): boolean =>
  week !== undefined && valueOf(week.liked) !== null;

function Written({ weeks, width }: { weeks: Weeks; width: number }) {
  const x = weekScale(
    weeks.map(({ weekStart }) => weekStart),
    margin.left,
    width,
  );
  const greatest = Math.max(
    ...weeks.map(({ written, liked }) => Math.max(valueOf(written) ?? 0, valueOf(liked) ?? 0)),
  );
  const y = countScale(greatest, height - margin.bottom, margin.top);
  const middle = (weekStart: string) => (x(weekStart) ?? 0) + x.bandwidth() / 2;
  return (
    <>
      <Axes x={x} y={y} />
      {weeks.map(({ weekStart, written }) => (
        <Bar
          key={weekStart}
          x={x(weekStart) ?? 0}
          y={y(valueOf(written) ?? 0)}
          width={x.bandwidth()}
          height={y(0) - y(valueOf(written) ?? 0)}
          fill={color.chart1}
        />
      ))}
      <LinePath
        data={[...weeks]}
        defined={({ liked }) => valueOf(liked) !== null}
        x={({ weekStart }) => middle(weekStart)}
        y={({ liked }) => y(valueOf(liked) ?? 0)}
        stroke={color.chart2}
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {/* The last week, and weeks that no line reaches. */}
      {weeks
        .filter((week, at) => isKnown(week) && !isKnown(weeks[at + 1]))
        .map(({ weekStart, liked }) => (
          <circle
            key={weekStart}
            cx={middle(weekStart)}
            cy={y(valueOf(liked) ?? 0)}
            r={3.5}
            fill={color.chart2}
          />
        ))}
    </>
  );
}

export interface UseCasesPlotProps {
  cases: UseCasesPlotFragment;
  /** Time of the figures. */
  until: string;
  query: string;
}

export function UseCasesPlot({ cases, until, query }: UseCasesPlotProps) {
  const { t } = useTranslation('insights');
  const { language } = useLanguage();
  const { number, count } = useFigures();
  const { weeks, withoutUseCase, withoutUseCaseCount } = cases;
  const written = sumOf(weeks.map((week) => week.written));
  const hasWithheld = weeks.some(
    (week) => valueOf(week.written) === null || valueOf(week.liked) === null,
  );
  const more = withoutUseCaseCount - withoutUseCase.length;
  const services = withoutUseCase.map(({ knowledgeItem, users }) => ({
    id: knowledgeItem.id,
    title: getTitle(knowledgeItem, language).text,
    users: valueOf(users),
  }));
  const shown = services.slice(0, shownServices);
  const hidden = more + services.length - shown.length;
  return (
    <PlotPanel
      plot="use_cases"
      query={query}
      finding={written === null ? null : t('useCases.finding', { count: written })}
      empty={weeks.length > 0 || services.length > 0 ? null : t('noData')}
      tables={[
        {
          caption: t('useCases.table'),
          columns: [t('columns.week'), t('useCases.written'), t('useCases.liked')],
          rows: weeks.map((week) => [
            { day: week.weekStart },
            valueOf(week.written),
            valueOf(week.liked),
          ]),
        },
        {
          caption: t('useCases.without'),
          columns: [t('columns.service'), t('columns.users')],
          rows: services.map(({ title, users }) => [title, users]),
        },
      ]}
    >
      <Contained>
        <Halves>
          <div>
            <PlotLegend
              title={t('perWeek')}
              marks={[
                { ink: color.chart1, label: t('useCases.written') },
                { form: 'line', ink: color.chart2, label: t('useCases.liked') },
              ]}
            />
            <Drawing label={t('drawing', { plot: t('plots.use_cases') })} height={height}>
              {(width) => <Written weeks={completeWeeks(weeks, until)} width={width} />}
            </Drawing>
            {hasWithheld ? <Note>{t('blankWeeks')}</Note> : null}
          </div>
          <div>
            <h3>{t('useCases.without')}</h3>
            {services.length > 0 ? (
              <Rows>
                {shown.map(({ id, title, users }) => (
                  <li key={id}>
                    <Link to={servicePath(id)}>{title}</Link>
                    <span>{t('useCases.users', { users: count(users) })}</span>
                  </li>
                ))}
              </Rows>
            ) : (
              <Note>{t('useCases.allCovered')}</Note>
            )}
            {hidden > 0 ? <Note>{t('useCases.more', { more: number(hidden) })}</Note> : null}
          </div>
        </Halves>
      </Contained>
    </PlotPanel>
  );
}
