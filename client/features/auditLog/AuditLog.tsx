/** Audit log: recorded changes, newest first. */
import { useTranslation } from 'react-i18next';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import { parsePage } from '../../browser/parseAddress.ts';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useLastPage } from '../../design/useLastPage.ts';
import { useAuditLogQuery } from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { actionKeys, type ActionCode } from '../../items/actionNames.ts';
import { UndoTagChange } from './UndoTagChange.tsx';
import { Change } from './auditLog.styles.ts';
import { useActorName } from '../../items/useActorName.ts';
import { useAuditLogTexts } from './auditLogTexts.ts';

const perPage = 50;
const codes = Object.keys(actionKeys) as ActionCode[];
const isKnown = (action: string): action is ActionCode => Object.hasOwn(actionKeys, action);

export function AuditLog() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const action = codes.find((code) => code === params.get('action')) ?? null;
  const page = parsePage(params.get('page'));
  const { data, previousData, error, refetch } = useAuditLogQuery({
    variables: { action, page: page - 1 },
    fetchPolicy: 'cache-and-network',
  });
  const wordsOf = useAuditLogTexts();
  const byWhom = useActorName();
  const nameOf = (code: string) =>
    isKnown(code) ? t(`admin.auditLog.actions.${actionKeys[code]}`) : t('admin.auditLog.other');
  const go = (nextAction: string | null, nextPage: number, options: NavigateOptions = {}) => {
    const next = new URLSearchParams();
    if (nextAction) next.set('action', nextAction);
    if (nextPage > 1) next.set('page', String(nextPage));
    setParams(next, options);
  };
  const found = (data ?? previousData)?.auditLog;
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / perPage));
  const isBeyond = useLastPage(page, data ? pages : null, (last) =>
    go(action, last, { replace: true }),
  );
  return (
    <>
      <Bar>
        <Select
          aria-label={t('admin.auditLog.action')}
          value={action ?? 'any'}
          options={[
            { value: 'any', label: t('admin.auditLog.any') },
            ...codes.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onChange={(value) => go(value === 'any' ? null : value, 1)}
        />
      </Bar>
      <QueryResult
        found={isBeyond ? null : found?.entries}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
        empty={<EmptyState title={t('admin.auditLog.empty')} />}
      />
      <RecordList aria-label={t('admin.auditLog.caption')}>
        {found?.entries.map((entry) => {
          const { subject, detail, before, after } = wordsOf(entry);
          return (
            <li key={entry.id}>
              <div data-part="head">
                <strong>{subject}</strong>
                <Badge>{nameOf(entry.action)}</Badge>
              </div>
              {detail || before || after ? (
                <Change>
                  {detail ? <span>{detail}</span> : null}
                  {before ? <del aria-label={t('admin.auditLog.before')}>{before}</del> : null}
                  {before && after ? <span aria-hidden="true">→</span> : null}
                  {after ? <ins aria-label={t('admin.auditLog.after')}>{after}</ins> : null}
                </Change>
              ) : null}
              <small>
                <span>{byWhom(entry)}</span>
                <time dateTime={entry.at} title={formatDateTime(entry.at, language)}>
                  {formatRelative(entry.at, language)}
                </time>
              </small>
              <UndoTagChange entry={entry} subject={subject} onUndone={refetch} />
            </li>
          );
        })}
      </RecordList>
      {pages > 1 ? (
        <Bar as="nav" aria-label={t('admin.auditLog.pages')}>
          <Button disabled={page <= 1} onClick={() => go(action, page - 1)}>
            {t('admin.auditLog.previous')}
          </Button>
          <Button disabled={page >= pages} onClick={() => go(action, page + 1)}>
            {t('admin.auditLog.next')}
          </Button>
          <span>{t('admin.auditLog.page', { page, pages })}</span>
        </Bar>
      ) : null}
    </>
  );
}
