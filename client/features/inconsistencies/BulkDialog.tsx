/** Applies one action to many inconsistencies, with a preview, progress and a stop button. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { space } from '../../design/theme.ts';
import type { DifferenceFragment, ResolutionAction } from './generated.ts';
import { usePreviewTexts } from './previewTexts.ts';
import type { Decisions } from './useDecisions.ts';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

export interface BulkDialogProps {
  /** Open inconsistencies; decided ones leave the list. */
  rows: readonly [DifferenceFragment, ...DifferenceFragment[]];
  nameOf: (row: DifferenceFragment) => string;
  /** Whether an inconsistency is still undecided. */
  isOpen: (row: DifferenceFragment) => boolean;
  decisions: Decisions;
  onClose: () => void;
}

const changedValues = (row: DifferenceFragment): [string, string] => [
  row.oldTitle ??
    row.oldDescription ??
    row.oldUrl ??
    row.oldType ??
    row.oldSource ??
    row.url ??
    (row.removedTags ?? []).map((tag) => `#${tag}`).join(' '),
  row.newTitle ??
    row.newDescription ??
    row.newUrl ??
    row.newType ??
    row.newSource ??
    row.linkStatus ??
    (row.addedTags ?? []).map((tag) => `#${tag}`).join(' '),
];

export function BulkDialog({ rows: given, nameOf, isOpen, decisions, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const texts = usePreviewTexts();
  // The rows at opening: decided ones leave the list behind, but stay visible here.
  const [rows] = useState(given);
  const [working, setWorking] = useState<ResolutionAction | null>(null);
  const [processed, setProcessed] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const isStopped = useRef(false);
  const [first] = rows;
  const previews = first.resolutionPreviews.filter(({ action }) =>
    rows.every((row) =>
      row.resolutionPreviews.some((one) => one.action === action && one.isPossible),
    ),
  );
  const isMixed = rows.some((row) => row.type !== first.type);

  const decide = async (action: ResolutionAction) => {
    if (working) return;
    isStopped.current = false;
    setWorking(action);
    setFailure(null);
    setProcessed(0);
    const reason = await decisions.decideAll(rows.filter(isOpen), action, (count) => {
      setProcessed(count);
      return !isStopped.current;
    });
    setWorking(null);
    setFailure(reason);
    if (reason === null) onClose();
  };
  const close = () => {
    isStopped.current = true;
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      initialFocus="heading"
      title={t(
        isMixed ? 'admin.inconsistencies.bulkTitleMixed' : 'admin.inconsistencies.bulkTitle',
        { count: rows.length, type: t(`admin.inconsistencies.types.${first.type}`) },
      )}
      footer={
        working ? (
          <Button onClick={() => (isStopped.current = true)}>
            {t('admin.inconsistencies.stop')}
          </Button>
        ) : (
          previews.map((preview) => (
            <Button key={preview.action} onClick={() => void decide(preview.action)}>
              {texts.label(preview)}
            </Button>
          ))
        )
      }
    >
      <Parts>
        {working ? (
          <p role="status">
            <progress
              max={rows.length}
              value={processed}
              aria-label={t('admin.inconsistencies.progressLabel')}
            />{' '}
            {t('admin.inconsistencies.progress', { done: processed, all: rows.length })}
          </p>
        ) : null}
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {previews.length === 0 ? (
          <Notice>{t('admin.inconsistencies.noCommonAction')}</Notice>
        ) : null}
        <ul>
          {previews.map((preview) => (
            <li key={preview.action}>
              {texts.label(preview)}: {texts.consequence(preview)}
            </li>
          ))}
        </ul>
        <RecordList>
          {rows.map((row) => {
            const [before, after] = changedValues(row);
            return (
              <li key={row.id}>
                <strong>{nameOf(row)}</strong>
                {before ? <del>{before}</del> : null}
                {after ? <ins>{after}</ins> : null}
              </li>
            );
          })}
        </RecordList>
      </Parts>
    </Dialog>
  );
}
