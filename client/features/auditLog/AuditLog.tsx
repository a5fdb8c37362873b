/** Audit log: recorded changes, newest first. */
import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { parsePage } from '../../browser/parseAddress.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Select } from '../../design/Select.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useLastPage } from '../../browser/listAddress.ts';
import { useAuditLogQuery, type AuditLogQuery } from './generated.ts';
import { formatDateTime, formatRelativeShort } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { actionKeys, useActorName, type ActionCode } from '../../items/actionNames.ts';
import { servicePath } from '../../items/links.ts';
import { UndoTagChange } from './UndoTagChange.tsx';
import { Change, Log } from './auditLog.styles.ts';
import { useAuditLogTexts } from './auditLogTexts.ts';

type Entry = AuditLogQuery['auditLog']['entries'][number];

const perPage = 50;
const columns = ['when', 'service', 'person', 'change', 'by'] as const;
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
  /** Whose request it is, where the two states say what was done; else the action. */
  const aboutOf = ({ action: done, requester }: Entry) => {
    if (done === 'access.moved') return requester?.name ?? t('admin.auditLog.gone');
    return [nameOf(done), requester?.name].filter(Boolean).join(' · ');
  };
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
      <Log data-columns="" aria-label={t('admin.auditLog.caption')}>
        {found && found.entries.length > 0 ? (
          <li aria-hidden="true" data-part="columns">
            {columns.map((name) => (
              <span key={name}>{t(`admin.auditLog.columns.${name}`)}</span>
            ))}
          </li>
        ) : null}
        {found?.entries.map((entry) => {
          const { subject, detail, before, after } = wordsOf(entry);
          return (
            <li key={entry.id}>
              <time dateTime={entry.at} title={formatDateTime(entry.at, language)}>
                {formatRelativeShort(entry.at, language)}
              </time>
              <strong>
                {entry.knowledgeItem ? (
                  <Link to={servicePath(entry.knowledgeItem.id)}>{subject}</Link>
                ) : (
                  subject
                )}
              </strong>
              <span>{aboutOf(entry)}</span>
              <Change>
                {detail ? <span>{detail}</span> : null}
                {before ? <del aria-label={t('admin.auditLog.before')}>{before}</del> : null}
                {before && after ? <ArrowRight size={14} aria-hidden="true" /> : null}
                {after ? <ins aria-label={t('admin.auditLog.after')}>{after}</ins> : null}
              </Change>
              <span data-part="actor">
                {entry.actor ? <span>{t('admin.auditLog.by')} </span> : null}
                {byWhom(entry)}
              </span>
              <UndoTagChange entry={entry} subject={subject} onUndone={refetch} />
            </li>
          );
        })}
      </Log>
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
