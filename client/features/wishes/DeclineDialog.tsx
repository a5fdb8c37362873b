/** Declines a wish with a word: who proposed it or waits for it reads it. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/LimitedTextArea.tsx';
import { useDeclineWishMutation, type WishRowFragment } from '../../generated.ts';
import * as limits from '../../limits/generated.ts';
import { useWishName } from './wishActs.ts';

export interface DeclineDialogProps {
  wish: WishRowFragment;
  onDeclined: (wish: WishRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function DeclineDialog({ wish, onDeclined, returnFocus, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('dashboard');
  const name = useWishName()(wish);
  const [answer, setAnswer] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [decline, { loading }] = useDeclineWishMutation();
  const isTooLong = answer.length > limits.proposalAnswer;
  const send = async () => {
    setFailure(null);
    try {
      await decline({ variables: { id: wish.id, answer: answer.trim() } });
      await onDeclined(wish, t('admin.wishes.declined'));
    } catch (raised) {
      setFailure(failureText(raised));
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('admin.wishes.actOf', { act: t('admin.wishes.acts.decline'), name })}
      dirty={answer.trim() !== ''}
      missing={answer.trim() === '' ? t('admin.wishes.answerFirst') : null}
      invalid={isTooLong}
      busy={loading}
      sendLabel={t('admin.wishes.acts.decline')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      <LimitedTextArea
        label={t('admin.wishes.answer')}
        hint={t('admin.wishes.answerHint')}
        required
        limit={limits.proposalAnswer}
        text={answer}
        onChange={setAnswer}
      />
    </FormDialog>
  );
}
