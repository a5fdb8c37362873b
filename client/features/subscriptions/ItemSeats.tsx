/** Panel of a service's page for admins and approvers: its subscription, seats and holders. */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { AccessHolders } from './AccessHolders.tsx';
import {
  useItemSeatsQuery,
  useStartAccessReviewMutation,
  useSubscriptionCompaniesQuery,
  type SubscriptionRowFragment,
} from './generated.ts';
import { formatMoney } from './money.ts';
import { SubscriptionDialog } from './SubscriptionDialog.tsx';

function Terms({ subscription: one }: { subscription: SubscriptionRowFragment }) {
  const { t } = useTranslation('subscriptions');
  const { language } = useLanguage();
  return (
    <ul data-part="muted">
      <li>{one.plan}</li>
      <li>{t('perMonth', { sum: formatMoney(one.monthlyCost, one.currency, language) })}</li>
      {one.renewsOn ? <li>{t('renewsOn', { date: formatDate(one.renewsOn, language) })}</li> : null}
      {one.noticeEndsOn && one.noticeDays > 0 ? (
        <li>{t('cancelBy', { date: formatDate(one.noticeEndsOn, language) })}</li>
      ) : null}
      {one.owner ? <li>{t('ownedBy', { name: one.owner.name })}</li> : null}
    </ul>
  );
}

export interface ItemSeatsProps {
  itemId: string;
  title: string;
  /** Key of the reader's company. */
  ownCompany: string | null;
}

export function ItemSeats({ itemId, title, ownCompany }: ItemSeatsProps) {
  const { data } = useSubscriptionCompaniesQuery();
  const companies = data?.subscriptionCompanies ?? [];
  const first = companies.find(({ key }) => key === ownCompany) ?? companies[0];
  return first ? (
    <Panel itemId={itemId} title={title} companies={companies} first={first.key} />
  ) : null;
}

interface PanelProps extends Pick<ItemSeatsProps, 'itemId' | 'title'> {
  companies: readonly { key: string; name: string }[];
  first: string;
}

function Panel({ itemId, title, companies, first }: PanelProps) {
  const { t } = useTranslation('subscriptions');
  const id = useId();
  const [company, setCompany] = useState(first);
  const [isEditing, setIsEditing] = useState(false);
  const { data, error, refetch } = useItemSeatsQuery({
    variables: { itemId, company },
    fetchPolicy: 'cache-and-network',
  });
  const [start, { loading }] = useStartAccessReviewMutation();
  const found = data?.itemSeats;
  const reload = () => void refetch().catch(() => null);
  const ask = async () => {
    notify.dismiss('access-review');
    try {
      await start({ variables: { itemId, company } });
      notify.success(t('review.started'));
    } catch (failure) {
      notify.error(t('review.failed'), { id: 'access-review', description: failureText(failure) });
    }
    reload();
  };
  const subscription = found?.subscription ?? null;
  const taken = found?.seatsTaken ?? 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('panel.title')}</h2>
      {companies.length > 1 ? (
        <Select
          aria-label={t('company')}
          wide
          value={company}
          options={companies.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={setCompany}
        />
      ) : null}
      <QueryResult
        found={found && [found]}
        error={error}
        failure={t('loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 96 }} />}
      />
      {found ? (
        <>
          <p>
            {subscription
              ? t('panel.seats', { taken, seats: subscription.seats })
              : t('panel.noSubscription', { taken })}
          </p>
          {subscription ? <Terms subscription={subscription} /> : null}
          <div data-part="acts">
            <Button size="small" onClick={() => setIsEditing(true)}>
              {t(subscription ? 'edit' : 'panel.add')}
            </Button>
            {found.holders.length > 0 ? (
              <Button size="small" busy={loading} onClick={() => void ask()}>
                {t('review.start')}
              </Button>
            ) : null}
          </div>
          <AccessHolders
            holders={found.holders.filter((one) => one.isIdle || one.review || one.revokeReason)}
            onChanged={reload}
          />
        </>
      ) : null}
      {isEditing ? (
        <SubscriptionDialog
          title={t(subscription ? 'dialog.edit' : 'dialog.add', { service: title })}
          itemId={itemId}
          company={company}
          subscription={subscription}
          onSaved={reload}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </section>
  );
}
