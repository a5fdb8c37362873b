/** List of finished imports with an undo button. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import {
  usePastImportsQuery,
  useUndoOneImportMutation,
  type PastImportsQuery,
  type UndoOneImportMutation,
} from './generated.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { servicePath } from '../../items/links.ts';
import { Panel } from './import.styles.ts';

/** Services that undoing an import has kept, with the reason for each. */
type UndoneImport = UndoOneImportMutation['undoImport'];

const maxShown = 10;

function SkippedServices({ undone }: { undone: UndoneImport }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { skipped, skippedCount } = undone;
  const more = skippedCount - Math.min(skipped.length, maxShown);
  return (
    <Notice title={t('admin.import.skipped', { count: skippedCount })}>
      <ul>
        {skipped.slice(0, maxShown).map(({ id, titleRu, titleEn, reason }) => {
          const title = chooseText(titleRu, titleEn, language);
          return (
            <li key={id}>
              <Link to={servicePath(id)} lang={title.language}>
                {title.text}
              </Link>
              {`: ${t(`admin.import.stays.${reason}`)}`}
            </li>
          );
        })}
        {more > 0 ? <li>{t('admin.import.moreRows', { count: more })}</li> : null}
      </ul>
    </Notice>
  );
}

type PastImport = PastImportsQuery['imports'][number];

export function PastImports({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, refetch } = usePastImportsQuery({ fetchPolicy: 'cache-and-network' });
  const [asking, setAsking] = useState<PastImport | null>(null);
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  const [undo, { loading }] = useUndoOneImportMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  if (!data || data.imports.length === 0) return null;

  const confirm = async (one: PastImport) => {
    notify.dismiss(`import-${one.id}`);
    try {
      const answer = await undo({ variables: { id: one.id } });
      const done = answer.data?.undoImport ?? null;
      setUndone(done);
      if (done && done.removed + done.closedInconsistencies === 0)
        notify.info(t('admin.import.nothingLeft'));
      else notify.success(t('admin.import.undone', { count: done?.removed ?? 0 }));
      await refetch();
      onChanged();
    } catch (failure) {
      notify.error(t('admin.import.failed'), {
        id: `import-${one.id}`,
        description: failureText(failure),
      });
    }
    setAsking(null);
  };
  return (
    <Panel aria-labelledby="imports-heading">
      <h3 id="imports-heading" ref={heading} tabIndex={-1}>
        {t('admin.import.past')}
      </h3>
      <div role="status">
        {undone && undone.restoredDemoItems > 0 ? (
          <Notice>
            {t('admin.import.restoredDemoItems', { count: undone.restoredDemoItems })}
          </Notice>
        ) : null}
        {undone && undone.skippedCount > 0 ? <SkippedServices undone={undone} /> : null}
      </div>
      <RecordList>
        {data.imports.map((one) => (
          <li key={one.id}>
            <div data-part="head">
              <strong>{formatDateTime(one.finishedAt, language)}</strong>
              {one.undoneAt ? <Badge tone="neutral">{t('admin.import.wasUndone')}</Badge> : null}
            </div>
            <small>
              <span>{t('admin.import.added', { count: one.counts.new })}</span>
              {one.counts.changed > 0 ? (
                <span>{t('admin.import.changed', { count: one.counts.changed })}</span>
              ) : null}
              <span>{one.startedBy}</span>
            </small>
            {one.itemsLeft > 0 && !one.undoneAt ? (
              <div>
                <Button
                  aria-label={t('admin.import.undoOf', {
                    when: formatDateTime(one.finishedAt, language),
                  })}
                  onClick={() => setAsking(one)}
                >
                  {t('admin.import.undo')}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </RecordList>
      <AlertDialog
        open={asking !== null}
        title={t('admin.import.undoTitle', { count: asking?.itemsLeft ?? 0 })}
        confirmLabel={t('admin.import.confirmUndo')}
        busy={loading}
        onConfirm={() => asking && void confirm(asking)}
        onCancel={() => setAsking(null)}
        returnFocus={() => heading.current}
      >
        {t('admin.import.undoText')}
      </AlertDialog>
    </Panel>
  );
}
