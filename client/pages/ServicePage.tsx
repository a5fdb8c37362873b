/** Screen of one service at /services/:id. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { firstDocuments } from '../app/firstQueries.ts';
import { paths } from '../app/paths.ts';
import { useSetScreenName } from '../app/screenName.ts';
import { isNotFound } from '../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../design/Button.tsx';
import { Notice } from '../design/Notice.tsx';
import { Delayed, Skeleton } from '../design/Skeleton.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { ServicePageDocument, useServicePageQuery } from '../items/generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from '../items/itemText.ts';
import { servicePath } from '../items/links.ts';
import { Service } from './Service.tsx';

// Its answer comes with the page.
firstDocuments.ServicePage = ServicePageDocument;

export function ServicePage() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  const { t } = useTranslation(['service', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useServicePageQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'all',
    // A refetch after an own action must not share a request that was sent before it.
    context: { queryDeduplication: false },
  });
  const item = data?.knowledgeItem;
  const [hasWaited] = useState(item === undefined);
  useSetScreenName(item ? getTitle(item, language).text : null);
  const retry = () => {
    // `error` of the hook shows the failure.
    refetch().catch((failure: unknown) => {
      console.info('The service could not be loaded again', failure);
    });
  };
  // The id of a merged service redirects to the remaining one.
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
