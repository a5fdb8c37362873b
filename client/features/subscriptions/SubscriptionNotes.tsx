/** Notes about subscriptions: renewals, services bought twice, requests without a seat. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { ButtonLink } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList, formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { color, radius, space, type } from '../../design/theme.ts';
import type { SubscriptionRowFragment } from './generated.ts';
import { formatMoney } from './money.ts';
import { ServiceName } from './ServiceName.tsx';

type Rows = readonly SubscriptionRowFragment[];

export function SharedServices({ rows }: { rows: Rows }) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  const shared = [...Map.groupBy(rows, ({ knowledgeItem }) => knowledgeItem?.id)].filter(
    ([id, those]) => id !== undefined && those.length > 1,
  );
  if (shared.length === 0) return null;
  return (
    <section>
      <h3>{t('shared.title')}</h3>
      <p>{t('shared.hint')}</p>
      <RecordList>
        {shared.map(([id, those]) => (
          <li key={id}>
            <div data-part="head">
              <strong>
                <ServiceName of={those[0]!} />
              </strong>
              <span>
                {formatList(
                  those.map(({ company }) => company.name),
                  language,
                )}
              </span>
            </div>
            <small>
              {those.map(({ id: key, company, seats, monthlyCost, currency }) => (
                <span key={key}>
                  {t('shared.each', {
                    company: company.name,
                    seats,
                    sum: formatMoney(monthlyCost, currency, language),
                  })}
                </span>
              ))}
            </small>
          </li>
        ))}
      </RecordList>
    </section>
  );
}

const WaitingList = styled(RecordList)`
  --columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto auto;
`;

export function WithoutSeat({ rows, accessPath }: { rows: Rows; accessPath: string }) {
  const { t } = useTranslation('subscriptions');
  const waiting = rows.filter(({ requestsWithoutSeat }) => requestsWithoutSeat > 0);
  if (waiting.length === 0) return null;
  return (
    <section>
      <VisuallyHidden as="h3">{t('waiting.title')}</VisuallyHidden>
      <WaitingList data-columns="">
        {waiting.map((one) => (
          <li key={one.id}>
            <strong>
              <ServiceName of={one} />
            </strong>
            <small>
              <span>{one.company.name}</span>
              <span>{t('panel.seats', { taken: one.seatsTaken, seats: one.seats })}</span>
            </small>
            <span>
              <Badge tone="warning">
                {t('waiting.requests', { number: one.requestsWithoutSeat })}
              </Badge>
            </span>
            <Bar>
              <ButtonLink to={accessPath} size="small">
                {t('waiting.open')}
              </ButtonLink>
            </Bar>
          </li>
        ))}
      </WaitingList>
    </section>
  );
}

const Months = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
  gap: ${space[2]};
  ${type.sm}

  & > li {
    min-width: 0;
    padding: ${space[2]} ${space[3]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  h4 {
    ${type.xs}
    font-weight: 600;
    color: ${color.textMuted};
  }
  h4::first-letter {
    text-transform: uppercase;
  }
  li li {
    margin-top: ${space[1]};
  }
  li li > span {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
`;

const monthsShown = 12;

/** The first days of this month and of the next ones, as `2026-12`. */
function nextMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_one, place) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() + place, 1)).toISOString().slice(0, 7),
  );
}

interface RenewalsProps {
  rows: readonly SubscriptionRowFragment[];
  withCompany: boolean;
}

/** Timeline of the renewals of the next twelve months, by month. */
export function Renewals({ rows, withCompany }: RenewalsProps) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  const [now] = useState(() => new Date());
  const months = nextMonths(now);
  const today = now.toISOString().slice(0, 10);
  const dated = rows
    .flatMap((one) => (one.renewsOn ? [{ ...one, day: one.renewsOn }] : []))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const past = dated.filter(({ day }) => day < today);
  const comingMonths = months.filter((month) =>
    dated.some(({ day }) => day >= today && day.startsWith(month)),
  );
  const monthName = new Intl.DateTimeFormat(language === 'ru' ? 'ru' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const list = (those: typeof dated) => (
    <ul>
      {those.map((one) => (
        <li key={one.id}>
          <ServiceName of={one} />
          <span>{formatDate(one.day, language)}</span>
          {withCompany ? <span>{one.company.name}</span> : null}
        </li>
      ))}
    </ul>
  );
  return (
    <section>
      <h3>{t('renewals.title')}</h3>
      <Months>
        {past.length > 0 ? (
          <li>
            <Badge tone="danger">{t('table.overdue')}</Badge>
            {list(past)}
          </li>
        ) : null}
        {comingMonths.map((month) => {
          const those = dated.filter(({ day }) => day >= today && day.startsWith(month));
          return (
            <li key={month}>
              <h4>{monthName.format(new Date(`${month}-01`))}</h4>
              {list(those)}
            </li>
          );
        })}
      </Months>
    </section>
  );
}
