/** /services/:id: everything that helps to decide about one service, and the one address that leads to it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useNamedScreen } from '../app/screenName.ts';
import { isNotFound } from '../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../design/Button.tsx';
import { Notice } from '../design/Notice.tsx';
import { Delayed, Skeleton } from '../design/Skeleton.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { useServicePageQuery } from '../generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/serviceLink.ts';
import { Service } from './Service.tsx';

export function ServicePage() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const { t } = useTranslation(['service', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useServicePageQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
    // What is asked after an own act is not answered by a question that was on its way before it.
    context: { queryDeduplication: false },
  });
  const item = data?.knowledgeItem;
  const [hasWaited] = useState(item === undefined);
  useNamedScreen(item ? getTitle(item, language).text : null);
  const retry = () => {
    // The failure is shown by `error`, which the hook reports.
    refetch().catch((failure: unknown) => {
      console.info('The service could not be loaded again', failure);
    });
  };
  // The id of one that was merged: what it was merged into has an address of its own.
  if (item && item.id !== id) return <Navigate to={servicePath(item.id) + search} replace />;
  if (item) {
    return <Service key={item.id} item={item} hasWaited={hasWaited} />;
  }
  const isGone = isNotFound(error);
  return (
    <ServiceRoot aria-busy={!error}>
      <h1>{t(isGone ? 'gone' : 'common:screens.service')}</h1>
      {isGone ? (
        <>
          <p>{t('goneHint')}</p>
          <p>
            <ButtonLink to={paths.dashboard} variant="primary">
              {t('common:error.toCatalogue')}
            </ButtonLink>
          </p>
        </>
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
          <Skeleton style={{ height: 180 }} />
        </Delayed>
      )}
    </ServiceRoot>
  );
}
