/** Dialogs that are loaded when they are opened (see partOf.tsx). */
import type { ComponentType } from 'react';
import { isQuiet } from '../browser/quietMoment.ts';
import { LateDialogFailure } from './LateDialogFailure.tsx';
import { partOf, type Load } from './partOf.tsx';

export interface LateDialogProps {
  /** Default true. */
  open?: boolean;
  onClose: () => void;
}

/** A dialog: its failure stands over the lower edge of the page, which it does not block, and can be closed like it. */
export const lateDialog = <Props extends LateDialogProps>(
  load: Load<Props>,
): ComponentType<Props> =>
  partOf(
    load,
    (late, { open = true, onClose }) =>
      open ? <LateDialogFailure {...late} onClose={onClose} /> : null,
    isQuiet,
  );
