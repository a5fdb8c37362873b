/** Renewal of a subscription whose day is over: its day moves on by whole periods. */
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useUpdateSubscriptionMutation, type SubscriptionRowFragment } from './generated.ts';

/** The first renewal that is not over, as `2026-12-31`; the last day of a shorter month stands for a missing one. */
function nextRenewal(
  renewsOn: string,
  period: SubscriptionRowFragment['period'],
  today: string,
): string {
  const [year = 0, month = 1, day = 1] = renewsOn.split('-').map(Number);
  let next = renewsOn;
  for (let periods = 1; next < today; periods += 1) {
    const months = month - 1 + periods * (period === 'year' ? 12 : 1);
    const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
    next = new Date(Date.UTC(year, months, Math.min(day, lastDay))).toISOString().slice(0, 10);
  }
  return next;
}

/** @param onDone called after each attempt, so that the list is read again */
export function useRenewal(onDone: () => void) {
  const { t } = useTranslation(['subscriptions', 'common']);
  const { language } = useLanguage();
  const [update, { loading }] = useUpdateSubscriptionMutation();
  const setDay = async (one: SubscriptionRowFragment, version: number, renewsOn: string) => {
    const { id, plan, seats, pricePerSeat, currency, period } = one;
    const { noticeDays, ownerEmail, contractUrl, note } = one;
    notify.dismiss(`subscription-${id}`);
    try {
      await update({
        variables: {
          id,
          expectedVersion: version,
          input: {
            plan,
            seats,
            pricePerSeat,
            currency,
            period,
            renewsOn,
            noticeDays,
            ownerEmail,
            contractUrl,
            note,
          },
        },
      });
      return true;
    } catch (failure) {
      notify.error(t('renewFailed'), {
        id: `subscription-${id}`,
        description: failureText(failure),
      });
      return false;
    } finally {
      onDone();
    }
  };
  return {
    isBusy: loading,
    renew: async (one: SubscriptionRowFragment, renewsOn: string, today: string) => {
      const next = nextRenewal(renewsOn, one.period, today);
      if (!(await setDay(one, one.version, next))) return;
      notify.success(t('renewed', { date: formatDate(next, language) }), {
        duration: 'long',
        action: {
          label: t('common:actions.undo'),
          run: () => void setDay(one, one.version + 1, renewsOn),
        },
      });
    },
  };
}
