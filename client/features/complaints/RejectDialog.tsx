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
  onReject: (word: string | null) => void;
  onClose: () => void;
}

export function RejectDialog({ title, returnFocus, onReject, onClose }: RejectDialogProps) {
  const { t } = useTranslation('dashboard');
  const [word, setWord] = useState('');
  return (
    <FormDialog
      title={t('admin.complaints.rejectTitle', { title })}
      dirty={word.trim() !== ''}
      missing={null}
      invalid={word.length > limits.accessWord}
      busy={false}
      sendLabel={t('admin.complaints.reject')}
      failure={null}
      returnFocus={returnFocus}
      onSend={async () => {
        onReject(word.trim() || null);
        onClose();
      }}
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
