/** In place of a part that did not come: the sentence, a retry, and a reload when that did not help. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorNumber } from '../browser/useErrorNumber.ts';
import { Button } from './Button.tsx';
import { ErrorFallback } from './ErrorFallback.tsx';

/** What did not come, for whoever shows it. */
export interface Late {
  /** Null until a try has failed. */
  failure: { reason: unknown } | null;
  /** Tells whether it is there now. */
  attempt: () => Promise<boolean>;
}

export interface LateFailureProps extends Late {
  /** A further way on. */
  children?: ReactNode;
}

/**
 * The page is never reloaded by itself, because what was typed would be lost; the button for it comes when a retry did
 * not help, as after a release that no longer has the file.
 */
export function LateFailure({ failure, attempt, children }: LateFailureProps) {
  const { t } = useTranslation();
  const errorId = useErrorNumber(failure?.reason);
  const [isBusy, setIsBusy] = useState(false);
  const [hasRetried, setHasRetried] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    if (await attempt()) return;
    setHasRetried(true);
    setIsBusy(false);
  };
  return (
    <ErrorFallback
      errorId={errorId}
      hint={t('error.partHint')}
      busy={isBusy}
      onRetry={() => void retry()}
      actions={
        <>
          {hasRetried ? (
            <Button onClick={() => location.reload()}>{t('actions.reload')}</Button>
          ) : null}
          {children}
        </>
      }
    />
  );
}
