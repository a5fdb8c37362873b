/** Plot 6: state of the catalogue now. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { color } from '../../design/theme.ts';
import type { HealthPlotFragment } from './generated.ts';
import { Bars, Note } from './insights.styles.ts';
import { PlotPanel } from './PlotPanel.tsx';
import { ShareBar, StackedCounts } from './StackedCounts.tsx';
import { useFigures, valueOf } from './useFigures.ts';

const ageInks = {
  under_3_days: color.chart6,
  from_3_to_7_days: color.chart4,
  over_7_days: color.chart2,
} as const;

export interface HealthPlotProps {
  health: HealthPlotFragment;
  /** Name of the company whose data rules are counted; null for all. */
  company: string | null;
  query: string;
}

export function HealthPlot({ health, company, query }: HealthPlotProps) {
  const { t } = useTranslation('insights');
  const { isAdmin } = useSignedInUser();
  const { number, percent } = useFigures();
  const { services, openComplaints } = health;
  const faults = [
    'missingDataRules',
    'withoutUseCase',
    'withoutPicture',
    'missingTranslations',
    'brokenLinks',
  ] as const;
  const rulesPath = `${isAdmin ? paths.adminRules : paths.profileRules}?waiting=1`;
  const count = health.missingDataRules;
  return (
    <PlotPanel
      plot="health"
      query={query}
      finding={company ? t('health.findingOf', { count, company }) : t('health.finding', { count })}
      empty={services > 0 ? null : t('health.empty')}
      tables={[
        {
          caption: t('health.table', { services: number(services) }),
          columns: [t('health.fault'), t('health.services'), t('columns.share')],
          rows: faults.map((fault) => [
            t(`health.faults.${fault}`),
            health[fault],
            percent(health[fault] / services),
          ]),
        },
        {
          caption: t('health.complaints'),
          columns: [t('health.age'), t('health.number')],
          rows: openComplaints.map(({ age, complaints }) => [
            t(`health.ages.${age}`),
            valueOf(complaints),
          ]),
        },
      ]}
    >
      <div>
        <Bars>
          {faults.map((fault) => (
            <li key={fault}>
              {fault === 'missingDataRules' ? (
                <Link to={rulesPath}>{t(`health.faults.${fault}`)}</Link>
              ) : (
                <span>{t(`health.faults.${fault}`)}</span>
              )}
              <ShareBar
                share={health[fault] / services}
                ink={fault === 'brokenLinks' ? color.chart2 : color.chart4}
              />
              <b>{number(health[fault])}</b>
            </li>
          ))}
        </Bars>
        <Note>
          {t('health.of', {
            services: number(services),
            share: percent(health.withoutPicture / services),
          })}
        </Note>
      </div>
      <div>
        <h3>
          {isAdmin ? (
            <Link to={paths.adminComplaints}>{t('health.complaints')}</Link>
          ) : (
            t('health.complaints')
          )}
        </h3>
        <StackedCounts
          parts={openComplaints.map(({ age, complaints }) => ({
            label: t(`health.ages.${age}`),
            value: valueOf(complaints),
            ink: ageInks[age],
          }))}
        />
      </div>
    </PlotPanel>
  );
}
