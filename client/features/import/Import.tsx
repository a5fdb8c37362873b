/** Import of bookmark files: selection, preview, progress and result. */
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FileProblem, downloadText } from '../../browser/files.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { UploadProgress, ImportProgress } from './ImportProgress.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useUnreadableBookmarkText } from '../../items/UnreadableBookmark.tsx';
import { useImportProgressQuery } from './generated.ts';
import {
  countReplacedDemoItems,
  countSelected,
  defaultSelection,
  selectedOfKind,
  appendPage,
  selectableKinds,
  isSelected,
  type Preview,
  type RowSelection,
} from './rowSelection.ts';
import { Panel, DropZone } from './import.styles.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { defaultReadOptions, useImportFiles, type ReadOptions } from './useImportFiles.ts';

const formatCsvCell = (text: string): string =>
  /^'*[=+\-@\t\r]/.test(text) || /[",\n]/.test(text)
    ? `"${text.replace(/^(?='*[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
    : text;

/** Rows that were not loaded appear as a count per kind. */
function useSummary(): (selection: RowSelection, preview: Preview) => string {
  const { t } = useTranslation('dashboard');
  const unreadableWords = useUnreadableBookmarkText();
  return (selection, preview) => {
    const kindOf = (kind: Preview['rows'][number]['kind'] | 'unreadable') =>
      t(`admin.import.summary.kinds.${kind}`);
    const yesOrNo = (isIn: boolean) => t(`admin.import.summary.${isIn ? 'yes' : 'no'}`);
    const rows = preview.rows.map((row) => [
      kindOf(row.kind),
      yesOrNo(isSelected(selection, row)),
      row.title,
      row.url,
      row.tags.join(', '),
      '',
    ]);
    const notLoaded = selectableKinds.flatMap((kind) => {
      const left = preview.counts[kind] - preview.rows.filter((row) => row.kind === kind).length;
      const words = t('admin.import.moreRows', { count: left });
      return left > 0
        ? [[kindOf(kind), yesOrNo(selection.kinds.includes(kind)), words, '', '', '']]
        : [];
    });
    const leftOut = preview.remarks
      // Private rows are among the rows.
      .filter(({ isLeftOut, code }) => isLeftOut && code !== 'private')
      .map(({ line, text, source }) => [
        kindOf('unreadable'),
        yesOrNo(false),
        t('admin.unreadableBookmarks.places.line', { value: line }),
        source,
        '',
        text,
      ]);
    const ofProvider = preview.files.length === 0 ? preview.unreadable : [];
    const unreadable = ofProvider.map((bookmark) => {
      const { place, why } = unreadableWords(bookmark);
      const [where, reason] = [place ?? bookmark.where, why ?? bookmark.reason];
      return [kindOf('unreadable'), yesOrNo(false), where, '', '', reason];
    });
    const columns = (['kind', 'imported', 'title', 'url', 'tags', 'reason'] as const).map((name) =>
      t(`admin.import.summary.columns.${name}`),
    );
    return [columns, ...rows, ...notLoaded, ...leftOut, ...unreadable]
      .map((line) => line.map(formatCsvCell).join(','))
      .join('\r\n');
  };
}

/** Drop zone and file input for bookmark files. */
function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('dashboard');
  const [isOver, setOver] = useState(false);
  return (
    <DropZone
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      <strong>{t('admin.import.choose')}</strong>
      <span>{t('admin.import.fileKinds')}</span>
      <VisuallyHidden>
        <input
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.md,.org,.html,.htm,.json,.jsonl,.opml,.xbel,.xml,text/csv,text/html,application/json"
          aria-label={t('admin.import.choose')}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Clears the value, so that the same file can be chosen again.
            event.target.value = '';
            if (files.length > 0) onFiles(files);
          }}
        />
      </VisuallyHidden>
    </DropZone>
  );
}

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
  files: File[] | null;
  preview: Preview;
  options: ReadOptions;
  /** Number of loaded pages. */
  pages: number;
}

type Stage = 'choosing' | 'loading' | 'preview' | 'sending' | 'importing' | 'done';

export function Import({ confirmStart, onChanged, next }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [loaded, setLoaded] = useState<LoadedPreview | null>(null);
  const [selection, setSelection] = useState(defaultSelection);
  const [stage, setStage] = useState<Stage>('choosing');
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const calls = useImportFiles();
  const heading = useRef<HTMLHeadingElement>(null);
  const summaryOf = useSummary();

  const { data: status } = useImportProgressQuery();

  /** Shows why a call failed, unless it was cancelled. */
  const showFailure = (problem: unknown) => {
    if (calls.isCancelled()) return;
    setFailure(problem instanceof FileProblem ? problem.message : failureText(problem));
  };
  const loadPreview = async (files: File[] | null, options: ReadOptions, isNew: boolean) => {
    setFailure(null);
    setStage('loading');
    try {
      const preview = await calls.preview(files, 0, options);
      setLoaded({ files, preview, options, pages: 1 });
      if (isNew) setSelection(defaultSelection);
      setStage('preview');
      if (isNew) heading.current?.focus();
    } catch (problem) {
      showFailure(problem);
      setStage(isNew ? 'choosing' : 'preview');
    }
  };
  /** Runs a call beside the shown preview. */
  const beside = async (call: () => Promise<void>) => {
    setFailure(null);
    setBusy(true);
    await call().catch(showFailure);
    setBusy(false);
  };
  const loadMore = async ({ files, preview, options, pages }: LoadedPreview) => {
    const nextPage = await calls.preview(files, pages, options);
    setLoaded({ files, preview: appendPage(preview, nextPage), options, pages: pages + 1 });
  };
  const start = async (files: File[], { preview, options }: LoadedPreview) => {
    setFailure(null);
    if (!(await confirmStart())) return;
    setStage('sending');
    try {
      await calls.start(files, selection, preview, options);
      setAttempt((made) => made + 1);
      setStage('importing');
      heading.current?.focus();
    } catch (problem) {
      showFailure(problem);
      setStage('preview');
    }
  };
  const reset = () => {
    setLoaded(null);
    setStage('choosing');
    heading.current?.focus();
  };
  const files = loaded?.files ?? null;
  return (
    <Panel aria-labelledby="import-heading" aria-busy={stage === 'loading' || stage === 'sending'}>
      <h3 id="import-heading" ref={heading} tabIndex={-1}>
        {t('admin.import.title')}
      </h3>
      {stage === 'choosing' ? (
        <>
          <p>{t('admin.import.intro')}</p>
          <FilePicker onFiles={(chosen) => void loadPreview(chosen, defaultReadOptions, true)} />
          {status?.syncStatus.configuredSource ? (
            <div data-part="actions">
              <Button onClick={() => void loadPreview(null, defaultReadOptions, true)}>
                {t('admin.import.previewSync')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      {stage === 'loading' || stage === 'sending' ? (
        <UploadProgress
          upload={calls.upload}
          label={t(stage === 'sending' ? 'admin.import.importing' : 'admin.import.reading')}
          onCancel={calls.cancel}
        />
      ) : null}
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {loaded && stage === 'preview' ? (
        <ImportPreview
          preview={loaded.preview}
          selection={selection}
          onChange={files ? setSelection : null}
          options={loaded.options}
          onReread={(change) => void loadPreview(files, { ...loaded.options, ...change }, false)}
          onDayMonthOrder={(dayMonthOrder) =>
            setLoaded({ ...loaded, options: { ...loaded.options, dayMonthOrder } })
          }
          onReport={
            isBusy || !files
              ? null
              : () =>
                  void beside(async () =>
                    downloadText(
                      await calls.report(files, selection, loaded.options),
                      'import-report.csv',
                    ),
                  )
          }
          onMore={isBusy ? null : () => void beside(() => loadMore(loaded))}
          actions={
            <Actions
              selected={countSelected(selection, loaded.preview)}
              changed={selectedOfKind(selection, 'changed', loaded.preview).count}
              onStart={files ? () => void start(files, loaded) : null}
              onCancel={reset}
            />
          }
        />
      ) : null}
      {loaded && (stage === 'importing' || stage === 'done') ? (
        <ImportProgress
          key={attempt}
          summary={() => summaryOf(selection, loaded.preview)}
          unreadable={loaded.preview.counts.unreadable}
          replacedDemoItems={countReplacedDemoItems(selection, loaded.preview)}
          onDone={() => {
            setStage('done');
            onChanged();
          }}
          onRetry={files ? () => void start(files, loaded) : null}
          onAgain={reset}
        />
      ) : null}
      {stage === 'done' ? next : null}
    </Panel>
  );
}

interface ActionsProps {
  selected: number;
  /** Selected rows that become inconsistencies. */
  changed: number;
  onStart: (() => void) | null;
  onCancel: () => void;
}

function Actions({ selected, changed, onStart, onCancel }: ActionsProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  return (
    <>
      {onStart ? (
        <Button variant="primary" disabled={selected === 0} onClick={onStart}>
          {selected === changed && changed > 0
            ? t('admin.import.startChanged', { count: changed })
            : t('admin.import.start', { count: selected - changed })}
        </Button>
      ) : null}
      <Button onClick={onCancel}>
        {t(onStart ? 'common:actions.cancel' : 'common:actions.close')}
      </Button>
    </>
  );
}
