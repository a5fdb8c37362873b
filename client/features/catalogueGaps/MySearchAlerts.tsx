/** The reader's search alerts. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import { useMySearchAlertsQuery, useRemoveSearchAlertMutation } from '../../items/generated.ts';
import { formatDate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { searchPath, searchAlertsAnchor, servicePath } from '../../items/links.ts';

export function MySearchAlerts() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error } = useMySearchAlertsQuery({ fetchPolicy: 'cache-and-network' });
  const [unwatch] = useRemoveSearchAlertMutation({ refetchQueries: ['MySearchAlerts'] });
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);
  const stop = async (id: string) => {
    notify.dismiss('search-alert');
    try {
      await unwatch({ variables: { id } });
    } catch (failure) {
      notify.error(t('searchAlert.failed'), {
        id: 'search-alert',
        description: failureText(failure),
      });
    }
  };
  const searches = data?.mySearchAlerts;
  const { hash, key } = useLocation();
  /** Navigation that led here by the anchor, once the list has loaded. */
  const sought = hash === `#${searchAlertsAnchor}` && searches ? key : null;
  useEffect(() => {
    if (sought !== null) heading.current?.focus();
  }, [sought]);
  return (
    <section>
      <h3 ref={heading} id={searchAlertsAnchor} tabIndex={-1}>
        {t('searchAlert.title')}
      </h3>
      <QueryResult
        found={searches}
        error={error}
        failure={t('requests.loadFailed')}
        skeleton={<Skeleton style={{ height: 72 }} />}
        empty={<p>{t('searchAlert.none')}</p>}
      />
      <RecordList {...focus.rows}>
        {searches?.map(
          ({ id, text, language: lang, outcome: told, notifiedAt: toldAt, ...one }) => (
            <li key={id}>
              <div data-part="head">
                <strong lang={lang}>
                  <Link to={searchPath(text)}>{text}</Link>
                </strong>
                <Badge tone={told === 'served' ? 'success' : told ? 'neutral' : 'info'}>
                  {t(`searchAlert.states.${told ?? 'waiting'}`)}
                </Badge>
              </div>
              {one.declineReason ? (
                <p data-part="text">
                  {t('requests.proposalAnswer', { answer: one.declineReason })}
                </p>
              ) : null}
              {one.knowledgeItem ? (
                <Link to={servicePath(one.knowledgeItem.id)}>
                  {getTitle(one.knowledgeItem, language).text}
                </Link>
              ) : null}
              <small>{formatDate(toldAt ?? one.createdAt, language)}</small>
              <Bar>
                <Button
                  aria-label={t('searchAlert.stopOf', { text })}
                  onClick={() => void stop(id)}
                >
                  {t(told === 'served' ? 'searchAlert.remove' : 'searchAlert.stop')}
                </Button>
              </Bar>
            </li>
          ),
        )}
      </RecordList>
    </section>
  );
}
