/** Submission state of a dialog: busy, failure, closing. */
import { useState } from 'react';
import type { FormDialogProps } from './FormDialog.tsx';

/** `tell` says a failure in words for people. */
export function useSubmit(
  send: () => Promise<unknown>,
  onSent: () => void,
  tell: (failure: unknown) => string,
): Pick<FormDialogProps, 'busy' | 'failure' | 'onSend'> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onSend = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await send();
    } catch (raised) {
      setFailure(tell(raised));
      return;
    } finally {
      setBusy(false);
    }
    onSent();
  };
  return { busy, failure, onSend };
}
