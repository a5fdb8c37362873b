/** Import of bookmark files: selection, preview, progress and result. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, storedFailureText } from '../../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { WorkProgress } from '../../design/Progress.tsx';
import {
  PreviewImportFilesDocument,
  useImportBookmarkFilesMutation,
  useImportProgressQuery,
  usePastImportsQuery,
  type BookmarkFileInput,
  type ImportRunFragment,
  type PreviewImportFilesQuery,
  type PreviewImportFilesQueryVariables,
} from './generated.ts';
import {
  countReplacedDemoItems,
  countSelected,
  defaultSelection,
  selectedOfKind,
  toVariables,
  appendPage,
  type Preview,
} from './rowSelection.ts';
import { useSummary } from './useSummary.ts';
import { FilePicker } from './FilePicker.tsx';
import { Panel } from './import.styles.ts';
import { PreviewRows } from './PreviewRows.tsx';
import { FilesTooLarge, FileUnreadable, readFiles } from '../../browser/readFiles.ts';

const pollMs = 1000;

interface Props {
  /** Asks before the start; resolves to whether to go on. */
  confirmStart: () => Promise<boolean>;
  /** Called after the catalogue changed. */
  onChanged: () => void;
  /** Next steps, shown after the import. */
  next: ReactNode;
}

interface LoadedPreview {
  /** Null: preview of a sync with the configured source. */
  files: BookmarkFileInput[] | null;
  preview: Preview;
  /** Number of loaded pages. */
  pages: number;
}

export function Import({ confirmStart, onChanged, next }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [loaded, setLoaded] = useState<LoadedPreview | null>(null);
  const [selection, setSelection] = useState(defaultSelection);
  const [stage, setStage] = useState<'choosing' | 'loading' | 'preview' | 'importing' | 'done'>(
    'choosing',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [importFiles] = useImportBookmarkFilesMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const summaryOf = useSummary();

  const { data: status } = useImportProgressQuery();

  const readPage = async (files: BookmarkFileInput[] | null, page: number): Promise<Preview> => {
    const { data } = await client.query<PreviewImportFilesQuery, PreviewImportFilesQueryVariables>({
      query: PreviewImportFilesDocument,
      variables: { files, page },
      fetchPolicy: 'no-cache',
    });
    if (!data) throw new Error('There is no preview');
    return data.previewImport;
  };
  const loadPreview = async (chosen: File[] | null) => {
    setFailure(null);
    setStage('loading');
    try {
      const files = chosen && (await readFiles(chosen));
      setLoaded({ files, preview: await readPage(files, 0), pages: 1 });
      setSelection(defaultSelection);
      setStage('preview');
      heading.current?.focus();
    } catch (problem) {
      if (problem instanceof FilesTooLarge) setFailure(t('admin.import.tooLarge'));
      else if (problem instanceof FileUnreadable)
        setFailure(t('admin.import.fileUnreadable', { file: problem.file }));
      else setFailure(failureText(problem));
      setStage('choosing');
    }
  };
  const loadMore = async ({ files, preview, pages }: LoadedPreview) => {
    setFailure(null);
    setLoadingMore(true);
    try {
      const next = await readPage(files, pages);
      setLoaded({ files, preview: appendPage(preview, next), pages: pages + 1 });
    } catch (problem) {
      setFailure(failureText(problem));
    }
    setLoadingMore(false);
  };
  const start = async (files: BookmarkFileInput[], preview: Preview) => {
    setFailure(null);
    if (!(await confirmStart())) return;
    try {
      await importFiles({ variables: { files, ...toVariables(selection, preview.rows) } });
      setAttempt((made) => made + 1);
      setStage('importing');
      heading.current?.focus();
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  const reset = () => {
    setLoaded(null);
    setStage('choosing');
    heading.current?.focus();
  };
  const files = loaded?.files ?? null;
  const selectedCount = loaded ? countSelected(selection, loaded.preview) : 0;
  const changedCount = loaded ? selectedOfKind(selection, 'changed', loaded.preview).count : 0;
  return (
    <Panel aria-labelledby="import-heading" aria-busy={stage === 'loading'}>
      <h3 id="import-heading" ref={heading} tabIndex={-1}>
        {t('admin.import.title')}
      </h3>
      {stage === 'choosing' ? (
        <>
          <p>{t('admin.import.intro')}</p>
          <FilePicker onFiles={(files) => void loadPreview(files)} />
          {status?.syncStatus.configuredSource ? (
            <div data-part="actions">
              <Button onClick={() => void loadPreview(null)}>
                {t('admin.import.previewSync')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      {stage === 'loading' ? (
        <div>
          <WorkProgress done={0} total={null} label={t('admin.import.reading')} />
          <span role="status">{t('admin.import.reading')}</span>
        </div>
      ) : null}
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {loaded && stage === 'preview' ? (
        <>
          <p>{t(files ? 'admin.import.nothingImported' : 'admin.import.nothingSynced')}</p>
          <PreviewRows
            preview={loaded.preview}
            selection={selection}
            onChange={files ? setSelection : null}
            onMore={isLoadingMore ? null : () => void loadMore(loaded)}
          />
          <div data-part="actions">
            {files ? (
              <Button
                variant="primary"
                disabled={selectedCount === 0}
                onClick={() => void start(files, loaded.preview)}
              >
                {selectedCount === changedCount && changedCount > 0
                  ? t('admin.import.startChanged', { count: changedCount })
                  : t('admin.import.start', { count: selectedCount - changedCount })}
              </Button>
            ) : null}
            <Button onClick={reset}>
              {t(files ? 'common:actions.cancel' : 'common:actions.close')}
            </Button>
          </div>
        </>
      ) : null}
      {loaded && (stage === 'importing' || stage === 'done') ? (
        <Progress
          key={attempt}
          summary={() => summaryOf(selection, loaded.preview)}
          unreadable={loaded.preview.counts.unreadable}
          replacedDemoItems={countReplacedDemoItems(selection, loaded.preview)}
          onDone={() => {
            setStage('done');
            onChanged();
          }}
          onRetry={files ? () => void start(files, loaded.preview) : null}
          onAgain={reset}
        />
      ) : null}
      {stage === 'done' ? next : null}
    </Panel>
  );
}

interface ProgressProps {
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

function Progress({
  summary,
  unreadable,
  replacedDemoItems,
  onDone,
  onRetry,
  onAgain,
}: ProgressProps) {
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
        <Button onClick={() => download(summary())}>{t('admin.import.download')}</Button>
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

/** Downloads a CSV file. Spreadsheets recognise UTF-8 only by the byte order mark. */
function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'loadout-import.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
