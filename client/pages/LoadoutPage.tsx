/** Screen of one loadout at /loadouts/:id; `?edit` changes it. */
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useSetScreenName } from '../app/screenName.ts';
import { isNotFound } from '../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../design/Button.tsx';
import { Notice } from '../design/Notice.tsx';
import { Delayed, Skeleton } from '../design/Skeleton.tsx';
import { LoadoutRoot } from '../features/loadouts/loadout.styles.ts';
import { useLoadoutQuery } from '../features/loadouts/generated.ts';
import { titleOf } from '../features/loadouts/loadoutText.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { Loadout } from './Loadout.tsx';

export function LoadoutPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useLoadoutQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
  });
  const loadout = data?.loadout;
  useSetScreenName(loadout ? titleOf(loadout, language).text : null);
  const isGone = isNotFound(error);
  const reload = async () => (await refetch()).data?.loadout;
  const retry = () => {
    // `error` of the hook shows the failure.
    refetch().catch((failure: unknown) => {
      console.info('The loadout could not be loaded again', failure);
    });
  };
  if (loadout) return <Loadout key={loadout.id} loadout={loadout} reload={reload} />;
  return (
    <LoadoutRoot aria-busy={!error}>
      <h1>{t(isGone ? 'gone' : 'common:screens.loadout')}</h1>
      {isGone ? (
        <div>
          <p>{t('goneHint')}</p>
          <p data-part="acts">
            <ButtonLink to={paths.loadouts} variant="primary">
              {t('toAll')}
            </ButtonLink>
          </p>
        </div>
      ) : null}
      {error && !isGone ? (
        <Notice
          tone="danger"
          actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
        >
          {t('failed')}
        </Notice>
      ) : null}
      {error ? null : (
        <Delayed>
          <Skeleton style={{ height: 320 }} />
        </Delayed>
      )}
    </LoadoutRoot>
  );
}
