/** Dialog that declines a catalogue gap with an answer to those who wait for it. */
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { TextPromptDialog } from '../../design/FormDialog.tsx';
import { useDeclineCatalogueGapMutation, type CatalogueGapRowFragment } from './generated.ts';
import * as limits from '../../limits/generated.ts';
import { useGapName } from './gapActions.ts';

export interface DeclineDialogProps {
  gap: CatalogueGapRowFragment;
  onDeclined: (gap: CatalogueGapRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function DeclineDialog({ gap, onDeclined, returnFocus, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('dashboard');
  const name = useGapName()(gap);
  const [decline] = useDeclineCatalogueGapMutation();
  return (
    <TextPromptDialog
      title={t('admin.catalogueGaps.actOf', { act: t('admin.catalogueGaps.acts.decline'), name })}
      label={t('admin.catalogueGaps.answer')}
      hint={t('admin.catalogueGaps.answerHint')}
      missing={t('admin.catalogueGaps.answerFirst')}
      limit={limits.proposalAnswer}
      sendLabel={t('admin.catalogueGaps.acts.decline')}
      returnFocus={returnFocus}
      onSend={async (answer) => {
        await decline({ variables: { id: gap.id, reason: answer } });
        await onDeclined(gap, t('admin.catalogueGaps.declined'));
      }}
      onClose={onClose}
    />
  );
}
