/** List of notifications, newest first, marked as read when shown. */
import { useEffect, useState, type ReactNode } from 'react';
import type { ApolloCache } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import {
  useMarkNotificationsReadMutation,
  useNotificationsQuery,
  type NotificationRowFragment,
} from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { StillNeeded } from './MyAccessReviews.tsx';
import { searchPath, searchAlertsAnchor, servicePath } from '../../items/links.ts';
import { useOnNotification } from '../../items/useOnNotification.ts';

export interface NotificationsProps {
  /** Path of the reader's requests, reports and proposals. */
  requestsPath: string;
  /** Path of the notification settings. */
  settingsPath: string;
  /** Path of the webhooks. */
  webhooksPath: string;
  /** Path of the rules whose sources have changed. */
  sourcesPath: string;
  /** Path of the subscriptions of approvers. */
  subscriptionsPath: string;
  /** Called when a link is followed. */
  onLeave: () => void;
  /** Called with the number of unread notifications. */
  onRead: (unread: number, cache: ApolloCache) => void;
  /** Content below, rendered with the list so that the list does not move it. */
  children?: ReactNode;
}

const pageLength = 20;
const maxShown = 100;
type Kind = NotificationRowFragment['kind'];
/** Kinds that are shown even when the service is hidden from the reader. */
const ownKinds = ['request_moved', 'report_moved', 'proposal_moved'] as const;
const isOwnKind = (kind: Kind): kind is (typeof ownKinds)[number] =>
  ownKinds.some((one) => one === kind);

export function Notifications({
  requestsPath,
  settingsPath,
  webhooksPath,
  sourcesPath,
  subscriptionsPath,
  onLeave,
  onRead,
  children,
}: NotificationsProps) {
  const { t } = useTranslation('notifications');
  const { language } = useLanguage();
  const [perPage, setPerPage] = useState(pageLength);
  const { data, previousData, error, refetch } = useNotificationsQuery({
    variables: { perPage },
    fetchPolicy: 'network-only',
  });
  // Shows the known rows while more are loading.
  const found = (data ?? previousData)?.notifications;
  const rows = found?.notifications;
  // The list shows the failure.
  useOnNotification(() => void refetch().catch(() => null));
  const [markRead] = useMarkNotificationsReadMutation();
  const newest = rows?.[0]?.seq ?? 0;
  useEffect(() => {
    if (newest === 0) return;
    markRead({
      variables: { upTo: newest },
      update: (cache, { data: marked }) => {
        if (marked) onRead(marked.markNotificationsRead, cache);
      },
    }).catch((failure: unknown) => {
      // They stay unread until the next visit.
      console.info('The notifications could not be marked as read', failure);
    });
  }, [newest, markRead, onRead]);

  const textOf = ({ kind, count, status, title, knowledgeItem }: NotificationRowFragment) => {
    const own = knowledgeItem ? getTitle(knowledgeItem, language).text : '';
    const service = kind === 'case_asked' ? own : (title ?? own);
    if (kind === 'case_asked' && count > 1)
      return t('kinds.case_asked_more', { count: count - 1, service, person: title });
    const isGone =
      knowledgeItem === null && (kind === 'proposal_moved' ? status === 'added' : !service);
    const state = status ? t(`states.${kind}.${status}` as 'states.report_moved.new') : '';
    if (isGone && isOwnKind(kind)) return t(`gone.${kind}`, { service, state });
    return t(`kinds.${kind}`, { count, service, state, person: title });
  };
  const pathOf = ({ kind, status, title, knowledgeItem }: NotificationRowFragment) => {
    if (isOwnKind(kind) || kind === 'access_needed') return requestsPath;
    if (kind === 'wish_told')
      return status === 'served' && title
        ? searchPath(title)
        : `${requestsPath}#${searchAlertsAnchor}`;
    if (kind === 'telegram_stopped') return settingsPath;
    if (kind === 'webhook_gone') return webhooksPath;
    if (kind === 'source_changed' || kind === 'source_gone') return sourcesPath;
    if (kind === 'notice_due' && !knowledgeItem) return subscriptionsPath;
    return knowledgeItem && servicePath(knowledgeItem.id);
  };
  return (
    <>
      <section>
        <QueryResult
          found={rows}
          error={error}
          failure={t('loadFailed')}
          onRetry={refetch}
          skeleton={<Skeleton style={{ height: 72 }} />}
          empty={<p>{t('none')}</p>}
        />
        <RecordList>
          {rows?.map((row) => {
            const path = pathOf(row);
            return (
              <li key={row.id}>
                <div data-part="head">
                  {path ? (
                    <Link to={path} onClick={onLeave}>
                      {textOf(row)}
                    </Link>
                  ) : (
                    <span>{textOf(row)}</span>
                  )}
                  {row.isRead ? null : <Badge tone="info">{t('new')}</Badge>}
                </div>
                {row.kind === 'access_needed' ? (
                  <StillNeeded
                    requestId={row.subjectId}
                    service={row.title ?? ''}
                    onAnswered={() => void refetch().catch(() => null)}
                  />
                ) : null}
                <small>
                  <time dateTime={row.at} title={formatDateTime(row.at, language)}>
                    {formatRelative(row.at, language)}
                  </time>
                </small>
              </li>
            );
          })}
        </RecordList>
        {rows && rows.length < (found?.total ?? 0) && perPage < maxShown ? (
          <Button onClick={() => setPerPage(Math.min(perPage + pageLength, maxShown))}>
            {t('more')}
          </Button>
        ) : null}
      </section>
      {rows || error ? children : null}
    </>
  );
}
