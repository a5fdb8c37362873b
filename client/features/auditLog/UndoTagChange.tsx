/** Undo button of a recorded tag change. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, isRefusedFor } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { useUndoRecordedTagChangeMutation } from './generated.ts';

const undoable = new Set(['tag.merged', 'tag.renamed', 'tag.named']);

export interface UndoTagChangeProps {
  entry: { id: string; action: string };
  subject: string;
  onUndone: () => Promise<unknown>;
}

export function UndoTagChange({ entry: { id, action }, subject, onUndone }: UndoTagChangeProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [undo, { loading }] = useUndoRecordedTagChangeMutation();
  const [isUndone, setUndone] = useState(false);
  if (!undoable.has(action) || isUndone) return null;
  const press = async () => {
    notify.dismiss(`undo-tags-${id}`);
    try {
      const { data } = await undo({ variables: { changeId: id } });
      const isChanged = data?.undoTagChange.changeId != null;
      notify.success(t(isChanged ? 'curation.undone' : 'admin.auditLog.nothingToUndo'));
    } catch (failure) {
      // Without names to restore the server refuses with `cannotUndo`.
      if (!isRefusedFor(failure, 'cannotUndo')) {
        notify.error(t('curation.undoFailed'), {
          id: `undo-tags-${id}`,
          description: failureText(failure),
        });
        return;
      }
      notify.success(t('admin.auditLog.nothingToUndo'));
    }
    setUndone(true);
    onUndone().catch((failure: unknown) => {
      // The list itself says that it could not be loaded again.
      console.info('The record could not be loaded again', failure);
    });
  };
  return (
    <Bar>
      <Button
        aria-label={t('admin.auditLog.undoOf', { subject })}
        busy={loading}
        onClick={() => void press()}
      >
        {t('common:actions.undo')}
      </Button>
    </Bar>
  );
}
