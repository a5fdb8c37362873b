/** Rejects reports, with the reason that whoever reported reads; it may be left out. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/LimitedTextArea.tsx';
import * as limits from '../../limits/generated.ts';

export interface RejectDialogProps {
  /** Of the service. */
  title: string;
  returnFocus: RefObject<HTMLElement | null>;
  /** Answers what refuses it, in words for people: what was typed stays then. */
  onReject: (word: string | null) => Promise<string | null>;
  onClose: () => void;
}

export function RejectDialog({ title, returnFocus, onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation('dashboard');
  const [word, setWord] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setFailure(null);
    setBusy(true);
    const refusal = await onReject(word.trim() || null);
    setBusy(false);
    setFailure(refusal);
    if (refusal === null) onClose();
  };
  return (
    <FormDialog
      title={t('admin.complaints.rejectTitle', { title })}
      dirty={word.trim() !== ''}
      missing={null}
      invalid={word.length > limits.accessWord}
      busy={isBusy}
      sendLabel={t('admin.complaints.reject')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      <LimitedTextArea
        label={t('admin.complaints.rejectReason')}
        hint={t('admin.complaints.rejectHint')}
        limit={limits.accessWord}
        text={word}
        onChange={setWord}
      />
    </FormDialog>
  );
}
