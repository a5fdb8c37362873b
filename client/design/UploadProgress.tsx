/** Progress of an upload: its bytes, and then the work of the server, with a button that ends it. */
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { Button } from './Button.tsx';
import { WorkProgress } from './Progress.tsx';

export interface UploadState {
  /** Bytes that have left, and all. */
  sent: number;
  total: number;
}

interface Props {
  /** Null before the first bytes. */
  upload: UploadState | null;
  /** Name of the work behind the upload. */
  label: string;
  onCancel: () => void;
}

const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

export function UploadProgress({ upload, label, onCancel }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const isSending = upload !== null && upload.sent < upload.total;
  const text = isSending ? t('dashboard:upload.sending') : label;
  return (
    <div>
      <WorkProgress
        done={isSending ? upload.sent : 0}
        total={isSending ? upload.total : null}
        label={text}
      />
      <p>
        <span role="status">{text}</span>{' '}
        {isSending
          ? t('dashboard:upload.sent', {
              sent: formatNumber(megabytes(upload.sent), language),
              total: formatNumber(megabytes(upload.total), language),
            })
          : null}
      </p>
      <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
    </div>
  );
}
