/** Subscriptions that the reader manages: cost, renewals, services bought twice, and requests without a seat. */
import { useState } from 'react';
import { Download, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { paths } from '../../app/paths.ts';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { FilterBar } from '../../design/Bar.ts';
import { Button, buttonStyles } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { from } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { AccessToRevoke } from './AccessHolders.tsx';
import { useSubscriptionsQuery, type SubscriptionsQuery } from './generated.ts';
import { formatMoney } from './money.ts';
import { Renewals, SharedServices, WithoutSeat } from './SubscriptionNotes.tsx';
import { SubscriptionsImportDialog } from './SubscriptionsImportDialog.tsx';
import { SubscriptionsTable } from './SubscriptionsTable.tsx';

const DownloadLink = styled.a`
  ${buttonStyles}
`;

const TotalList = styled(RecordList)`
  --columns: minmax(0, 1fr) auto auto;

  ${from.lg} {
    & > li > :last-child {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
  }
`;

const everyCompany = '';

function Totals({ totals }: { totals: SubscriptionsQuery['subscriptions']['totals'] }) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  return (
    <section>
      <h3>{t('totals.title')}</h3>
      <TotalList data-columns="">
        {[...Map.groupBy(totals, ({ company }) => company.key).values()].map((sums) => (
          <li key={sums[0]!.company.key}>
            <strong>{sums[0]!.company.name}</strong>
            <small>
              <span>
                {t('totals.seats', { seats: sums.reduce((sum, { seats }) => sum + seats, 0) })}
              </span>
            </small>
            <span>
              {t('perMonth', {
                sum: sums
                  .map(({ monthlyCost, currency }) => formatMoney(monthlyCost, currency, language))
                  .join(' + '),
              })}
            </span>
          </li>
        ))}
      </TotalList>
    </section>
  );
}

export function Subscriptions() {
  const { isAdmin } = useSignedInUser();
  const { t } = useTranslation('subscriptions');
  const [company, setCompany] = useState(everyCompany);
  const [isImporting, setIsImporting] = useState(false);
  const { data, error, refetch } = useSubscriptionsQuery({ fetchPolicy: 'cache-and-network' });
  const all = data?.subscriptions;
  const names = new Map(
    (all?.subscriptions ?? []).map(({ company: { key, name } }) => [key, name] as const),
  );
  const isShown = (one: { company: { key: string } }) =>
    company === everyCompany || one.company.key === company;
  const rows = all?.subscriptions.filter(isShown) ?? [];
  const totals = all?.totals.filter(isShown) ?? [];
  const reload = () => void refetch().catch(() => null);
  return (
    <Sections>
      <FilterBar>
        {names.size > 1 ? (
          <Select
            aria-label={t('company')}
            value={company}
            options={[
              { value: everyCompany, label: t('everyCompany') },
              ...[...names].map(([value, label]) => ({ value, label })),
            ]}
            onChange={setCompany}
          />
        ) : null}
        <DownloadLink
          data-size="small"
          href={`/api/v1/subscriptions/table${company ? `?company=${encodeURIComponent(company)}` : ''}`}
          download
        >
          <Download size={16} aria-hidden="true" />
          {t('download')}
        </DownloadLink>
        <Button
          size="small"
          icon={<Upload size={16} aria-hidden="true" />}
          onClick={() => setIsImporting(true)}
        >
          {t('import.open')}
        </Button>
      </FilterBar>
      <QueryResult
        found={all?.subscriptions}
        error={error}
        failure={t('loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 240 }} />}
        empty={
          <EmptyState level={3} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        }
      />
      <AccessToRevoke />
      {rows.length > 0 ? (
        <>
          <WithoutSeat
            rows={rows}
            accessPath={isAdmin ? paths.adminAccess : paths.profileApprovals}
          />
          <SubscriptionsTable rows={rows} withCompany={names.size > 1} onChanged={reload} />
          <Totals totals={totals} />
          <Renewals rows={rows} withCompany={names.size > 1} />
          <SharedServices rows={all?.subscriptions ?? []} />
        </>
      ) : null}
      {isImporting ? (
        <SubscriptionsImportDialog onDone={reload} onClose={() => setIsImporting(false)} />
      ) : null}
    </Sections>
  );
}
