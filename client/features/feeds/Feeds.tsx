/** Secret feed address of the reader: created, shown once, renewed, removed. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import {
  useOwnFeedAddressQuery,
  useRemoveOwnFeedAddressMutation,
  useRenewOwnFeedAddressMutation,
} from './generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Feeds by name, with the query parameter that the reader fills in. */
const feedParameters = {
  new: '',
  used: '',
  tag: '&tag=',
  search: '&text=',
  loadout: '&id=',
} as const;
type FeedName = keyof typeof feedParameters;
const feedNames = Object.keys(feedParameters) as FeedName[];

/** Actions after which the old address stops working. */
type AddressAction = 'renew' | 'remove';

export function Feeds() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [params] = useSearchParams();
  const loadout = params.get('loadout')?.replaceAll(/\D/g, '') ?? '';
  const { data, error, refetch } = useOwnFeedAddressQuery({ fetchPolicy: 'cache-and-network' });
  const [renew, renewing] = useRenewOwnFeedAddressMutation();
  const [remove, removing] = useRemoveOwnFeedAddressMutation();
  const [address, setAddress] = useState<string | null>(null);
  const [action, setAction] = useState<AddressAction | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const createdAt = data?.myFeedAddress?.createdAt;
  const change = async (call: () => Promise<string | null>) => {
    notify.dismiss('feeds');
    try {
      setAddress(await call());
      await refetch();
      heading.current?.focus();
    } catch (failure) {
      notify.error(t('feeds.failed'), { id: 'feeds', description: failureText(failure) });
    }
  };
  const create = () => change(async () => (await renew()).data?.renewFeedAddress.address ?? null);
  const run = (next: AddressAction) => {
    setAction(null);
    if (next === 'renew') return create();
    return change(async () => {
      await remove();
      return null;
    });
  };
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => notify.success(t('common:actions.copied'), { id: 'copy', duration: 'short' }),
      () => notify.error(t('feeds.copyFailed'), { id: 'copy' }),
    );
  return (
    <Sections>
      <section>
        <h3 ref={heading} tabIndex={-1}>
          {t('feeds.title')}
        </h3>
        <p>{t('feeds.hint')}</p>
        <QueryResult found={data && [data]} error={error} failure={t('feeds.loadFailed')} />
        {address ? (
          <>
            <Notice tone="warning" title={t('feeds.once')} />
            <RecordList>
              {feedNames.map((name) => {
                const feed = `${address}/${name}.atom?lang=${language}${feedParameters[name]}${name === 'loadout' ? loadout : ''}`;
                return (
                  <li key={name}>
                    <strong>{t(`feeds.names.${name}`)}</strong>
                    <p data-part="text">
                      <code>{feed}</code>
                    </p>
                    <Bar>
                      <Button
                        aria-label={t('feeds.copyOf', { name: t(`feeds.names.${name}`) })}
                        onClick={() => void copy(feed)}
                      >
                        {t('common:actions.copy')}
                      </Button>
                    </Bar>
                  </li>
                );
              })}
            </RecordList>
          </>
        ) : null}
        {loadout && createdAt && !address ? (
          <p>
            {t('feeds.ofLoadout')} <code>{`/loadout.atom?lang=${language}&id=${loadout}`}</code>
          </p>
        ) : null}
        {createdAt ? <p>{t('feeds.since', { date: formatDate(createdAt, language) })}</p> : null}
        {data ? (
          <Bar>
            <Button
              busy={renewing.loading}
              onClick={() => (createdAt ? setAction('renew') : void create())}
            >
              {t(createdAt ? 'feeds.renew' : 'feeds.make')}
            </Button>
            {createdAt ? (
              <Button busy={removing.loading} onClick={() => setAction('remove')}>
                {t('feeds.remove')}
              </Button>
            ) : null}
          </Bar>
        ) : null}
      </section>
      <AlertDialog
        open={action !== null}
        title={t(`feeds.${action ?? 'renew'}Title`)}
        confirmLabel={t(`feeds.${action ?? 'renew'}`)}
        onConfirm={() => action && void run(action)}
        onCancel={() => setAction(null)}
      >
        {t(`feeds.${action ?? 'renew'}Text`)}
      </AlertDialog>
    </Sections>
  );
}
