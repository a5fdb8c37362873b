/** Confirmation dialog for irreversible actions; the least destructive answer has the focus. */
import { useRef, type ReactNode } from 'react';
import * as Ariakit from '@ariakit/react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import {
  DialogBody,
  DialogFooter,
  DialogFrame,
  DialogHead,
  DialogHeading,
} from './dialog.styles.ts';
import { trapFocus } from './focusTrap.ts';

export interface AlertDialogProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  /** Consequence of the action. */
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Default Cancel. */
  cancelLabel?: string;
  busy?: boolean;
  /** Finds what takes the focus when the dialog closes and whatever opened it is gone. */
  returnFocus?: () => HTMLElement | null | undefined;
}

export function AlertDialog(props: AlertDialogProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Ariakit.Dialog
      role="alertdialog"
      open={props.open}
      onClose={(event) => {
        event.preventDefault();
        props.onCancel();
      }}
      unmountOnHide
      onKeyDown={trapFocus}
      backdrop={<div data-dialog-backdrop="" />}
      autoFocusOnShow={() => {
        cancel.current?.focus();
        return false;
      }}
      autoFocusOnHide={(opener) => {
        if (!opener?.isConnected) props.returnFocus?.()?.focus();
        return true;
      }}
      render={<DialogFrame data-narrow="" />}
    >
      <DialogHead data-dialog-dismiss="">
        <Ariakit.DialogHeading render={<DialogHeading />}>{props.title}</Ariakit.DialogHeading>
      </DialogHead>
      <Ariakit.DialogDescription render={<DialogBody />}>
        {props.children}
      </Ariakit.DialogDescription>
      <DialogFooter>
        <Button ref={cancel} onClick={props.onCancel}>
          {props.cancelLabel ?? t('actions.cancel')}
        </Button>
        <Button variant="danger" busy={props.busy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </Ariakit.Dialog>
  );
}
