/** Search alert for a search without results, and the confirmation that the search is counted as a catalogue gap. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApolloClient } from '@apollo/client/react';
import { failureText } from '../../browser/graphqlFailure.ts';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import {
  SettleSearchDocument,
  useMySearchAlertsQuery,
  useRemoveSearchAlertMutation,
  useAddSearchAlertMutation,
} from '../../items/generated.ts';
import { searchLanguage } from '../../i18n/formats.ts';

/** Longer than a pause between typed words. */
const finishedAfterMs = 2000;

/** Whether the server has counted the search as a catalogue gap. */
function useFinishedSearch(search: string): boolean {
  const client = useApolloClient();
  const [counted, setCounted] = useState<string | null>(null);
  useEffect(() => {
    const settle = async () => {
      const variables = { search, language: searchLanguage(search) };
      const query = { query: SettleSearchDocument, variables, fetchPolicy: 'no-cache' } as const;
      const { data } = await client.query(query);
      if (data?.searchKnowledge.isCatalogueGap) setCounted(search);
    };
    const timer = setTimeout(() => {
      settle().catch((failure: unknown) => {
        // The results are unaffected.
        console.info('The search is not counted', failure);
      });
    }, finishedAfterMs);
    return () => clearTimeout(timer);
  }, [client, search]);
  return counted === search;
}

/** Normalised as on the server. */
const keyOf = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');

export interface AddSearchAlertProps {
  search: string;
}

/** Confirmation that the search is counted; its space is reserved from the start. */
export function GapCounted({ search }: AddSearchAlertProps) {
  const { t } = useTranslation('dashboard');
  const isCounted = useFinishedSearch(search);
  useEffect(() => {
    if (isCounted) announce(t('gapCounted'));
  }, [isCounted, t]);
  return (
    <span style={{ display: 'block', visibility: isCounted ? 'visible' : 'hidden' }}>
      {t('gapCounted')}
    </span>
  );
}

export function AddSearchAlert({ search }: AddSearchAlertProps) {
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
    notify.dismiss('search-alert');
    try {
      await (waiting
        ? unwatch({ variables: { id: waiting.id } })
        : watch({ variables: { search } }));
    } catch (failure) {
      notify.error(t('searchAlert.failed'), {
        id: 'search-alert',
        description: failureText(failure),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button aria-pressed={Boolean(waiting)} busy={isBusy} onClick={() => void press()}>
      {t(waiting ? 'searchAlert.waiting' : 'searchAlert.ask')}
    </Button>
  );
}
