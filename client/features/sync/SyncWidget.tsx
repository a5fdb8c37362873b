/** State of the sync with Raindrop, and the button that starts a run: as a panel, a line and a link. */
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { storedFailureText } from '../../browser/graphqlFailure.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { WorkProgress } from '../../design/Progress.tsx';
import { useSyncRunStatusQuery, useUndoneImportsQuery, type SyncRunFragment } from './generated.ts';
import { useDifferenceCountsQuery } from '../../items/generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { isImport, useSyncRun, type SyncProps, type SyncRun } from './useSyncRun.tsx';
import { UnreadableBookmark } from '../../items/UnreadableBookmark.tsx';
import { color, radius, size, space, type } from '../../design/theme.ts';

const Widget = styled.section`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  h2 {
    ${type.base}
    font-weight: 600;
  }
  p {
    color: ${color.textMuted};
    font-variant-numeric: tabular-nums;
  }
  [data-part='head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
  }
  [data-part='head'] > button {
    margin-left: auto;
  }
  [data-part='times'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[4]};
    ${type.xs}
  }
  [data-part='progress'] > [role='progressbar'] {
    margin-bottom: ${space[1]};
  }
  summary {
    min-height: ${size.control};
    padding: ${space[2]} 0;
    color: ${color.danger};
    font-weight: 600;
    cursor: pointer;
  }
  details ul {
    max-height: 240px;
    overflow: auto;
  }
  details li {
    padding: ${space[1]} 0;
    overflow-wrap: anywhere;
  }
`;

const StateText = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.textMuted};
  ${type.xs}
  &::before {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: ${color.textSubtle};
  }
  &[data-state='finished']::before {
    background: ${color.accent};
  }
  &[data-state='failed']::before {
    background: ${color.danger};
  }
`;

const BarRoot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]} ${space[3]};
  margin-inline-start: auto;
`;

const ChipLink = styled(Link)`
  display: flex;
  align-items: center;
  min-height: 36px;
  padding: 6px ${space[3]};
  border: 1px solid ${color.border};
  border-radius: ${radius.sm};
  background: ${color.surface};
  text-decoration: none;
  &:hover {
    background: ${color.surfaceHover};
  }
`;

const tones = { idle: 'neutral', running: 'info', finished: 'success', failed: 'danger' } as const;

export function SyncWidget(props: SyncProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { run, error, refetch, isBusy, start, dialog } = useSyncRun(props);
  const title = t('admin.sync.title');
  if (error && !run) {
    return (
      <QueryResult
        found={null}
        error={error}
        failure={`${title}: ${t('common:error.network')}`}
        onRetry={refetch}
      />
    );
  }
  return (
    <Widget aria-label={title}>
      <div data-part="head">
        <h2>{title}</h2>
        {run ? <Badge tone={tones[run.state]}>{t(`admin.sync.${run.state}`)}</Badge> : null}
        <StartSync run={run} isBusy={isBusy} onStart={start} />
      </div>
      {run ? <RunDetails run={run} /> : null}
      {run?.configuredSource === null ? <p>{t('admin.sync.notConfigured')}</p> : null}
      {run ? (
        <p data-part="times">
          {run.finishedAt ? (
            <span>
              {t(isImport(run) ? 'admin.sync.lastImport' : 'admin.sync.last')}:{' '}
              <time dateTime={run.finishedAt} title={formatDateTime(run.finishedAt, language)}>
                {formatRelative(run.finishedAt, language)}
              </time>
            </span>
          ) : null}
          <span>
            {t('admin.sync.next')}:{' '}
            {run.nextRunAt ? (
              <time dateTime={run.nextRunAt} title={formatDateTime(run.nextRunAt, language)}>
                {formatRelative(run.nextRunAt, language)}
              </time>
            ) : (
              t('admin.sync.noNext')
            )}
          </span>
          {run.startedBy ? (
            <span>{t('admin.sync.startedBy', { name: starter(run.startedBy) })}</span>
          ) : null}
        </p>
      ) : null}
      {dialog}
    </Widget>
  );

  function starter(by: string): string {
    if (by === 'schedule' || by === 'start') return t(`admin.sync.by.${by}`);
    return by === 'command line' ? t('admin.sync.by.commandLine') : by;
  }
}

interface StartSyncProps extends Pick<SyncRun, 'run' | 'isBusy'> {
  onStart: () => void;
}

function StartSync({ run, isBusy, onStart }: StartSyncProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Button
      icon={<RefreshCw size={16} aria-hidden="true" />}
      busy={isBusy}
      busyLabel={t(run?.state === 'running' ? 'admin.sync.running' : 'admin.sync.starting')}
      disabled={!run || run.configuredSource === null}
      onClick={onStart}
    >
      {t('admin.sync.start')}
    </Button>
  );
}

/** The same in one line: the last run, and the button. */
export function SyncBar(props: SyncProps) {
  const { run, isBusy, start, dialog } = useSyncRun(props);
  return (
    <BarRoot>
      <SyncState run={run} />
      <StartSync run={run} isBusy={isBusy} onStart={start} />
      {dialog}
    </BarRoot>
  );
}

/** The last run in a few words, as a link to the import and the sync. */
export function SyncChip({ to }: { to: string }) {
  const { data } = useSyncRunStatusQuery({ fetchPolicy: 'cache-and-network' });
  return (
    <ChipLink to={to}>
      <SyncState run={data?.syncStatus} />
    </ChipLink>
  );
}

function SyncState({ run }: { run: SyncRunFragment | undefined }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (!run) return <StateText />;
  const isDone = run.state === 'finished' && run.finishedAt !== null;
  const text = isDone
    ? t('admin.sync.synced', { when: formatRelative(run.finishedAt ?? '', language) })
    : t(
        run.state === 'idle' && run.configuredSource === null
          ? 'admin.sync.chip.unset'
          : `admin.sync.chip.${run.state}`,
      );
  return (
    <StateText
      data-state={run.state}
      title={run.finishedAt ? formatDateTime(run.finishedAt, language) : undefined}
    >
      {text}
    </StateText>
  );
}

function RunDetails({ run }: { run: SyncRunFragment }) {
  const { t } = useTranslation('dashboard');
  const { counts, expected, failures } = run;
  if (run.state === 'idle') return null;
  const seen =
    expected === null
      ? t('admin.sync.seen', { count: counts.seen })
      : t('admin.sync.progress', { seen: counts.seen, expected });
  return (
    <>
      {run.state === 'running' ? (
        <div data-part="progress">
          <WorkProgress done={counts.seen} total={expected} label={t('admin.sync.running')} />
          <span role="status">{seen}</span>
        </div>
      ) : (
        <Outcome run={run} />
      )}
      {run.error ? <Notice tone="danger">{storedFailureText(run)}</Notice> : null}
      {failures.length > 0 ? (
        <details>
          <summary>
            {t('admin.sync.failures', { count: Math.max(counts.failed, failures.length) })}
          </summary>
          <ul>
            {failures.map((failure, place) => (
              <li key={place}>
                <UnreadableBookmark {...failure} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** Result of the run: open inconsistencies and new services. */
function Outcome({ run }: { run: SyncRunFragment }) {
  const { t } = useTranslation('dashboard');
  // Mounted after each run, so the query is sent again.
  const { data } = useDifferenceCountsQuery({ fetchPolicy: 'cache-and-network' });
  const isFile = run.source === 'file';
  const { data: made, loading } = useUndoneImportsQuery({
    fetchPolicy: 'cache-and-network',
    skip: !isFile,
  });
  const isUndone = made?.imports.some(
    ({ finishedAt, undoneAt }) => undoneAt !== null && finishedAt === run.finishedAt,
  );
  const isKnown = !isFile || made !== undefined || !loading;
  const sentences = [
    data && inconsistenciesText(data.inconsistencyCounts),
    run.counts.new > 0 && isKnown && !isUndone && t('admin.sync.added', { count: run.counts.new }),
  ].filter(Boolean);
  return (
    <>
      {sentences.length > 0 ? <p>{sentences.join('. ')}</p> : null}
      {isUndone ? <p>{t('admin.import.resultUndone')}</p> : null}
    </>
  );

  function inconsistenciesText(
    counts: ReadonlyArray<{ type: string; count: number }>,
  ): string | null {
    const numberOf = (type: string) => counts.find((one) => one.type === type)?.count ?? 0;
    const total = counts.reduce((sum, one) => sum + one.count, 0);
    if (total === 0 && run.state !== 'finished') return null;
    // A file says nothing about Raindrop.
    if (total === 0)
      return t(run.source === 'file' ? 'admin.sync.noInconsistencies' : 'admin.sync.agreed');
    const gone = numberOf('item_removed');
    const broken = numberOf('link_broken');
    const changed = total - gone - broken;
    const kinds = [
      changed > 0 && t('admin.sync.waitingChanged', { count: changed }),
      gone > 0 && t('admin.sync.waitingGone', { count: gone }),
      broken > 0 && t('admin.sync.waitingBroken', { count: broken }),
    ].filter((one) => one !== false);
    return t('admin.sync.waiting', { count: total, kinds: kinds.join(', ') });
  }
}
