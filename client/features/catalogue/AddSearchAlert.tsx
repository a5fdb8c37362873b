/** Whoever searched in vain is told that it counts, and asks to be told when something appears, or takes that back. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import {
  useMySearchAlertsQuery,
  useRemoveSearchAlertMutation,
  useAddSearchAlertMutation,
} from '../../generated.ts';
import { useSettledSearch } from './useFinishedSearch.ts';

/** As the server compares them. */
const keyOf = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');

export interface WatchSearchProps {
  search: string;
}

/** What became of the search, once it is on the wish list; its place is kept from the beginning. */
export function WishCounted({ search }: WatchSearchProps) {
  const { t } = useTranslation('dashboard');
  const isCounted = useSettledSearch(search);
  useEffect(() => {
    if (isCounted) announce(t('wished'));
  }, [isCounted, t]);
  return (
    <span style={{ display: 'block', visibility: isCounted ? 'visible' : 'hidden' }}>
      {t('wished')}
    </span>
  );
}

export function AddSearchAlert({ search }: WatchSearchProps) {
  const { t } = useTranslation('dashboard');
  const { data } = useMySearchAlertsQuery();
  const [isBusy, setBusy] = useState(false);
  const again = { refetchQueries: ['MySearchAlerts'], awaitRefetchQueries: true };
  const [watch] = useAddSearchAlertMutation(again);
  const [unwatch] = useRemoveSearchAlertMutation(again);
  const waiting = data?.mySearchAlerts.find(
    ({ text, outcome: told }) => told !== 'served' && text === keyOf(search),
  );
  const press = async () => {
    setBusy(true);
    notify.dismiss('watch');
    try {
      await (waiting
        ? unwatch({ variables: { id: waiting.id } })
        : watch({ variables: { search } }));
    } catch (failure) {
      notify.error(t('watch.failed'), { id: 'watch', description: failureText(failure) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button aria-pressed={Boolean(waiting)} busy={isBusy} onClick={() => void press()}>
      {t(waiting ? 'watch.waiting' : 'watch.ask')}
    </Button>
  );
}
