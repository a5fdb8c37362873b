/** Sessions of the reader, ended one by one or all at once. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { clearCurrentUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { space } from '../../design/theme.ts';
import { useRowFocus } from '../../design/focusRestore.ts';
import {
  useEndSessionMutation,
  useMySessionsQuery,
  useSignOutEverywhereMutation,
  type MySessionsQuery,
} from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

type Session = MySessionsQuery['mySessions'][number];

export function Sessions() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useMySessionsQuery({ fetchPolicy: 'cache-and-network' });
  const [endOne, ending] = useEndSessionMutation();
  const [endAll, endingAll] = useSignOutEverywhereMutation();
  const [asksForAll, setAsksForAll] = useState(false);
  const about = useRef<HTMLParagraphElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => about.current);
  const sessions = data?.mySessions;

  const deviceOf = ({ browser, system }: Session): string =>
    [browser, system].filter(Boolean).join(', ') || t('sessions.unknown');
  const refuse = (failure: unknown) =>
    notify.error(t('sessions.failed'), { id: 'sessions', description: failureText(failure) });
  const end = async (session: Session) => {
    notify.dismiss('sessions');
    try {
      await endOne({ variables: { id: session.id } });
      notify.success(t('sessions.ended', { device: deviceOf(session) }));
    } catch (failure) {
      refuse(failure);
    }
    await refetch();
  };
  const leave = async () => {
    notify.dismiss('sessions');
    try {
      await endAll();
      clearCurrentUser('left');
    } catch (failure) {
      refuse(failure);
      setAsksForAll(false);
    }
  };
  return (
    <Root>
      <p ref={about} tabIndex={-1}>
        {t('sessions.about')}
      </p>
      <QueryResult
        found={sessions}
        error={error}
        failure={t('sessions.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 160 }} />}
      />
      <RecordList {...focus.rows} aria-label={t('sessions.list')}>
        {sessions?.map((session) => (
          <li key={session.id}>
            <div data-part="head">
              <strong>{deviceOf(session)}</strong>
              {session.isCurrent ? <Badge tone="success">{t('sessions.current')}</Badge> : null}
            </div>
            <small>
              <span>
                {t('sessions.started', { date: formatDateTime(session.startedAt, language) })}
              </span>
              <time
                dateTime={session.lastUsedAt}
                title={formatDateTime(session.lastUsedAt, language)}
              >
                {t('sessions.used', { when: formatRelative(session.lastUsedAt, language) })}
              </time>
            </small>
            {session.isCurrent ? null : (
              <div>
                <Button
                  aria-label={t('sessions.endOf', { device: deviceOf(session) })}
                  busy={ending.loading}
                  onClick={() => void end(session)}
                >
                  {t('sessions.end')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </RecordList>
      {sessions ? (
        <Bar>
          <Button variant="danger" onClick={() => setAsksForAll(true)}>
            {t('sessions.endAll')}
          </Button>
        </Bar>
      ) : null}
      <AlertDialog
        open={asksForAll}
        title={t('sessions.endAllTitle')}
        confirmLabel={t('sessions.endAll')}
        busy={endingAll.loading}
        onConfirm={() => void leave()}
        onCancel={() => setAsksForAll(false)}
      >
        {t('sessions.endAllText')}
      </AlertDialog>
    </Root>
  );
}
