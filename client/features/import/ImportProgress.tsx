/** Progress of an import and of the upload before it. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../browser/files.ts';
import { storedFailureText } from '../../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { WorkProgress } from '../../design/Progress.tsx';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  useImportProgressQuery,
  usePastImportsQuery,
  type ImportRunFragment,
} from './generated.ts';

const pollMs = 1000;

interface Props {
  summary: () => string;
  /** Number of unreadable rows. */
  unreadable: number;
  /** Number of demo services replaced by imported ones. */
  replacedDemoItems: number;
  onDone: () => void;
  /** Sends the same selection once more; null where there is none. */
  onRetry: (() => void) | null;
  onAgain: () => void;
}

export function ImportProgress({
  summary,
  unreadable,
  replacedDemoItems,
  onDone,
  onRetry,
  onAgain,
}: Props) {
  const { t } = useTranslation('dashboard');
  const { data } = useImportProgressQuery({
    fetchPolicy: 'network-only',
    pollInterval: pollMs,
    skipPollAttempt: () => hasEnded.current,
  });
  const { data: made } = usePastImportsQuery({ fetchPolicy: 'cache-only' });
  const hasEnded = useRef(false);
  const run = data?.syncStatus;
  const state = run?.state;
  useEffect(() => {
    if (hasEnded.current || (state !== 'finished' && state !== 'failed')) return;
    hasEnded.current = true;
    onDone();
  }, [state, onDone]);

  if (!run || run.state === 'running') return <Running run={run ?? null} />;
  const isUndone = made?.imports.some(
    ({ finishedAt, undoneAt }) => undoneAt !== null && finishedAt === run.finishedAt,
  );
  if (isUndone) {
    return (
      <>
        <Notice>{t('admin.import.resultUndone')}</Notice>
        <div data-part="actions">
          <Button onClick={onAgain}>{t('admin.import.again')}</Button>
        </div>
      </>
    );
  }
  const { counts } = run;
  const changes = [
    counts.new > 0 && t('admin.import.added', { count: counts.new }),
    counts.changed > 0 && t('admin.import.changed', { count: counts.changed }),
  ].filter((one) => one !== false);
  const notes = [
    replacedDemoItems > 0 && t('admin.import.replacedCount', { count: replacedDemoItems }),
    unreadable > 0 && t('admin.import.unreadable', { count: unreadable }),
  ].filter((one) => one !== false);
  return (
    <>
      {run.state === 'failed' ? (
        <Notice tone="danger">{storedFailureText(run)}</Notice>
      ) : (
        <Notice tone={changes.length > 0 ? 'success' : 'info'}>
          {[...(changes.length > 0 ? changes : [t('admin.import.nothingNew')]), ...notes].join(
            '. ',
          )}
        </Notice>
      )}
      <div data-part="actions">
        {run.state === 'failed' && onRetry ? (
          <Button variant="primary" onClick={onRetry}>
            {t('admin.import.retry')}
          </Button>
        ) : null}
        {counts.changed > 0 ? (
          <ButtonLink to="/admin/inconsistencies">{t('admin.import.toInconsistencies')}</ButtonLink>
        ) : null}
        <Button onClick={() => downloadText(`\uFEFF${summary()}`, 'loadout-import.csv')}>
          {t('admin.import.download')}
        </Button>
        <Button onClick={onAgain}>{t('admin.import.again')}</Button>
      </div>
    </>
  );
}

function Running({ run }: { run: ImportRunFragment | null }) {
  const { t } = useTranslation('dashboard');
  const done = run ? run.counts.new + run.counts.changed + run.counts.unchanged : 0;
  const total = run?.expected ?? null;
  return (
    <div>
      <WorkProgress done={done} total={total} label={t('admin.import.importing')} />
      <span role="status">{t('admin.import.importing')}</span>
    </div>
  );
}

export interface UploadState {
  /** Bytes that have left, and all. */
  sent: number;
  total: number;
}

interface UploadProps {
  /** Null before the first bytes. */
  upload: UploadState | null;
  /** Name of the work behind the upload. */
  label: string;
  onCancel: () => void;
}

const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

/** Progress of an upload: its bytes, and then the work of the server, with a button that ends it. */
export function UploadProgress({ upload, label, onCancel }: UploadProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const isSending = upload !== null && upload.sent < upload.total;
  const text = isSending ? t('dashboard:upload.sending') : label;
  return (
    <div>
      <WorkProgress
        done={isSending ? upload.sent : 0}
        total={isSending ? upload.total : null}
        label={text}
      />
      <p>
        <span role="status">{text}</span>{' '}
        {isSending
          ? t('dashboard:upload.sent', {
              sent: formatNumber(megabytes(upload.sent), language),
              total: formatNumber(megabytes(upload.total), language),
            })
          : null}
      </p>
      <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
    </div>
  );
}
