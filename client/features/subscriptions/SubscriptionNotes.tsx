/** Subscriptions to look at: services that several companies buy, and requests without a free seat. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { ButtonLink } from '../../design/Button.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
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
