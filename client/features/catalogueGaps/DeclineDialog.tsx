/** Declines a wish with a word: who proposed it or waits for it reads it. */
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { WordDialog } from '../../design/TextPromptDialog.tsx';
import { useDeclineCatalogueGapMutation, type CatalogueGapRowFragment } from './generated.ts';
import * as limits from '../../limits/generated.ts';
import { useWishName } from './gapActions.ts';

export interface DeclineDialogProps {
  wish: CatalogueGapRowFragment;
  onDeclined: (wish: CatalogueGapRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function DeclineDialog({ wish, onDeclined, returnFocus, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('dashboard');
  const name = useWishName()(wish);
  const [decline] = useDeclineCatalogueGapMutation();
  return (
    <WordDialog
      title={t('admin.wishes.actOf', { act: t('admin.wishes.acts.decline'), name })}
      label={t('admin.wishes.answer')}
      hint={t('admin.wishes.answerHint')}
      missing={t('admin.wishes.answerFirst')}
      limit={limits.proposalAnswer}
      sendLabel={t('admin.wishes.acts.decline')}
      returnFocus={returnFocus}
      onSend={async (answer) => {
        await decline({ variables: { id: wish.id, reason: answer } });
        await onDeclined(wish, t('admin.wishes.declined'));
      }}
      onClose={onClose}
    />
  );
}
