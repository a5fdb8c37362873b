/** Own services from files: chosen, looked at, brought in with progress, summed up. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, keptFailure } from '../../browser/graphqlFailure.ts';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { WorkProgress } from '../../design/Progress.tsx';
import {
  LookAtImportDocument,
  useBringInMutation,
  useImportProgressQuery,
  useMadeImportsQuery,
  type BookmarkFileInput,
  type ImportRunFragment,
  type LookAtImportQuery,
  type LookAtImportQueryVariables,
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

/** How often an import under way is asked about, in milliseconds. */
const pollMs = 1000;

interface Props {
  /** Resolves to whether services may come in. */
  confirmStart: () => Promise<boolean>;
  /** Called when the catalogue is another one. */
  onChanged: () => void;
  /** What is to be done with what has come in. */
  next: ReactNode;
}

interface LoadedPreview {
  /** Null: of a run of the configured source. */
  files: BookmarkFileInput[] | null;
  preview: Preview;
  /** How many pages of rows were read. */
  pages: number;
}

export function Import({ confirmStart, onChanged, next }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [looked, setLooked] = useState<LoadedPreview | null>(null);
  const [choice, setChoice] = useState(defaultSelection);
  const [stage, setStage] = useState<'choosing' | 'looking' | 'looked' | 'bringing' | 'done'>(
    'choosing',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const [isLookingOn, setLookingOn] = useState(false);
  const [bringIn] = useBringInMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const summaryOf = useSummary();

  const { data: status } = useImportProgressQuery();

  const readPage = async (files: BookmarkFileInput[] | null, page: number): Promise<Preview> => {
    const { data } = await client.query<LookAtImportQuery, LookAtImportQueryVariables>({
      query: LookAtImportDocument,
      variables: { files, page },
      fetchPolicy: 'no-cache',
    });
    if (!data) throw new Error('There is no preview');
    return data.previewImport;
  };
  const look = async (chosen: File[] | null) => {
    setFailure(null);
    setStage('looking');
    try {
      const files = chosen && (await readFiles(chosen));
      setLooked({ files, preview: await readPage(files, 0), pages: 1 });
      setChoice(defaultSelection);
      setStage('looked');
      heading.current?.focus();
    } catch (problem) {
      if (problem instanceof FilesTooLarge) setFailure(t('admin.import.tooLarge'));
      else if (problem instanceof FileUnreadable)
        setFailure(t('admin.import.fileUnreadable', { file: problem.file }));
      else setFailure(failureText(problem));
      setStage('choosing');
    }
  };
  const lookOn = async ({ files, preview, pages }: LoadedPreview) => {
    setFailure(null);
    setLookingOn(true);
    try {
      const next = await readPage(files, pages);
      setLooked({ files, preview: appendPage(preview, next), pages: pages + 1 });
    } catch (problem) {
      setFailure(failureText(problem));
    }
    setLookingOn(false);
  };
  const begin = async (files: BookmarkFileInput[], preview: Preview) => {
    setFailure(null);
    if (!(await confirmStart())) return;
    try {
      await bringIn({ variables: { files, ...toVariables(choice, preview.rows) } });
      setTries((made) => made + 1);
      setStage('bringing');
      heading.current?.focus();
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  const reset = () => {
    setLooked(null);
    setStage('choosing');
    heading.current?.focus();
  };
  const files = looked?.files ?? null;
  const taken = looked ? countSelected(choice, looked.preview) : 0;
  const changed = looked ? selectedOfKind(choice, 'changed', looked.preview).count : 0;
  return (
    <Panel aria-labelledby="import-heading" aria-busy={stage === 'looking'}>
      <h3 id="import-heading" ref={heading} tabIndex={-1}>
        {t('admin.import.title')}
      </h3>
      {stage === 'choosing' ? (
        <>
          <p>{t('admin.import.intro')}</p>
          <FilePicker onFiles={(files) => void look(files)} />
          {status?.syncStatus.configuredSource ? (
            <div data-part="actions">
              <Button onClick={() => void look(null)}>{t('admin.import.lookAtSync')}</Button>
            </div>
          ) : null}
        </>
      ) : null}
      {stage === 'looking' ? (
        <div>
          <WorkProgress done={0} total={null} label={t('admin.import.looking')} />
          <span role="status">{t('admin.import.looking')}</span>
        </div>
      ) : null}
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {looked && stage === 'looked' ? (
        <>
          <p>{t(files ? 'admin.import.nothingYet' : 'admin.import.nothingSynced')}</p>
          <PreviewRows
            preview={looked.preview}
            choice={choice}
            onChange={files ? setChoice : null}
            onMore={isLookingOn ? null : () => void lookOn(looked)}
          />
          <div data-part="actions">
            {files ? (
              <Button
                variant="primary"
                disabled={taken === 0}
                onClick={() => void begin(files, looked.preview)}
              >
                {taken === changed && changed > 0
                  ? t('admin.import.startChanged', { count: changed })
                  : t('admin.import.start', { count: taken - changed })}
              </Button>
            ) : null}
            <Button onClick={reset}>
              {t(files ? 'common:actions.cancel' : 'common:actions.close')}
            </Button>
          </div>
        </>
      ) : null}
      {looked && (stage === 'bringing' || stage === 'done') ? (
        <Progress
          key={tries}
          summary={() => summaryOf(choice, looked.preview)}
          unreadable={looked.preview.counts.unreadable}
          gaveWay={countReplacedDemoItems(choice, looked.preview)}
          onDone={() => {
            setStage('done');
            onChanged();
          }}
          onRetry={files ? () => void begin(files, looked.preview) : null}
          onAgain={reset}
        />
      ) : null}
      {stage === 'done' ? next : null}
    </Panel>
  );
}

interface ProgressProps {
  summary: () => string;
  /** Rows of the files that nobody could read. */
  unreadable: number;
  /** Services of the demo that gave way. */
  gaveWay: number;
  onDone: () => void;
  /** Sends the same choice once more; null where there is none. */
  onRetry: (() => void) | null;
  onAgain: () => void;
}

function Progress({ summary, unreadable, gaveWay, onDone, onRetry, onAgain }: ProgressProps) {
  const { t } = useTranslation('dashboard');
  const { data } = useImportProgressQuery({
    fetchPolicy: 'network-only',
    pollInterval: pollMs,
    skipPollAttempt: () => isOver.current,
  });
  const { data: made } = useMadeImportsQuery({ fetchPolicy: 'cache-only' });
  const isOver = useRef(false);
  const run = data?.syncStatus;
  const state = run?.state;
  useEffect(() => {
    if (isOver.current || (state !== 'finished' && state !== 'failed')) return;
    isOver.current = true;
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
  const news = [
    counts.new > 0 && t('admin.import.added', { count: counts.new }),
    counts.changed > 0 && t('admin.import.changed', { count: counts.changed }),
  ].filter((one) => one !== false);
  const besides = [
    gaveWay > 0 && t('admin.import.gaveWay', { count: gaveWay }),
    unreadable > 0 && t('admin.import.unreadable', { count: unreadable }),
  ].filter((one) => one !== false);
  return (
    <>
      {run.state === 'failed' ? (
        <Notice tone="danger">{keptFailure(run)}</Notice>
      ) : (
        <Notice tone={news.length > 0 ? 'success' : 'info'}>
          {[...(news.length > 0 ? news : [t('admin.import.nothingNew')]), ...besides].join('. ')}
        </Notice>
      )}
      <div data-part="actions">
        {run.state === 'failed' && onRetry ? (
          <Button variant="primary" onClick={onRetry}>
            {t('admin.import.retry')}
          </Button>
        ) : null}
        {counts.changed > 0 ? (
          <ButtonLink to="/admin/inconsistencies">{t('admin.import.toDifferences')}</ButtonLink>
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
      <WorkProgress done={done} total={total} label={t('admin.import.bringing')} />
      <span role="status">{t('admin.import.bringing')}</span>
    </div>
  );
}

/** Offers a text as a file. A table program takes it for Russian only with its mark. */
function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'loadout-import.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
