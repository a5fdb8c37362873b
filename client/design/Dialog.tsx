/** Modal dialog: full screen on a phone, 560 px wide from 768 px on. */
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import * as Ariakit from '@ariakit/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import {
  DialogBody,
  DialogFooter,
  DialogFrame,
  DialogHead,
  DialogHeading,
  Unsaved,
} from './dialog.styles.ts';
import { IconButton } from './IconButton.tsx';
import { trapFocus } from './focusTrap.ts';
import { useFocusRestore } from './useFocusRestore.ts';

interface DialogProps {
  open: boolean;
  /** Asked to close: Escape, the close button or a press beside the dialog. */
  onClose: () => void;
  /** The heading, which is also the dialog's name. */
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the lower edge; they stay above the keyboard of a phone. */
  footer?: ReactNode;
  /**
   * Initial focus: the first field (`first`, the default), the heading for something to
   * read, or a given element (the heading while that is not rendered).
   */
  initialFocus?: 'first' | 'heading' | RefObject<HTMLElement | null>;
  /** Takes the focus when the dialog closes and whatever opened it is gone. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** There is text that closing would lose: closing asks first. */
  dirty?: boolean;
  /** Offered together with the question about unsaved text. */
  onSave?: () => void;
  /** `sheet`: on a phone only as high as its content, at the lower edge. */
  shape?: 'sheet';
  /** False for a dialog that only its own buttons close; default true. */
  dismissable?: boolean;
}

/** A field with `data-own-escape` takes the Escape key for itself, for example to restore a text. */
const ownsEscape = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-own-escape]') !== null;

/** Messages can be acted on (Undo, Retry) while a dialog is open. */
const messagePlace = () => document.querySelectorAll('[data-message-place]');

/** A modal dialog. Its content is mounted while it is open, so its state ends with it. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    footer,
    dirty = false,
    onSave,
    dismissable = true,
  } = props;
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const kept = useFocusRestore(() => foot.current?.querySelector('button') ?? heading.current);
  const [asking, setAsking] = useState(false);

  // The question goes with its reason; the next unsaved text is asked about anew.
  if (asking && !dirty) setAsking(false);

  const close = () => {
    if (dirty && !asking) {
      setAsking(true);
      return;
    }
    setAsking(false);
    onClose();
  };
  const initial = props.initialFocus ?? 'first';
  const focusFirst = (): HTMLElement | null => {
    if (initial === 'heading') return heading.current;
    if (initial !== 'first') return initial.current ?? heading.current;
    const field = body.current?.querySelector<HTMLElement>(
      'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)',
    );
    // The checked radio instead of the first: Space would change the choice.
    const chosen = field
      ?.closest('fieldset, [role=radiogroup]')
      ?.querySelector<HTMLElement>('input[type=radio]:checked');
    return (field?.matches('[type=radio]') ? chosen : null) ?? field ?? heading.current;
  };

  return (
    <Ariakit.Dialog
      open={open}
      onClose={(event) => {
        event.preventDefault();
        if (dismissable) close();
      }}
      unmountOnHide
      onKeyDown={trapFocus}
      backdrop={<div data-dialog-backdrop="" />}
      hideOnEscape={(event) => dismissable && !ownsEscape(event.target)}
      hideOnInteractOutside={dismissable}
      getPersistentElements={messagePlace}
      autoFocusOnShow={(element) => {
        const target = focusFirst() ?? element;
        target?.focus();
        return false;
      }}
      {...(props.returnFocus ? { finalFocus: props.returnFocus } : {})}
      render={<DialogFrame data-narrow={props.shape === 'sheet' ? '' : undefined} />}
    >
      <DialogHead data-dialog-dismiss="">
        <Ariakit.DialogHeading render={<DialogHeading ref={heading} tabIndex={-1} />}>
          {title}
        </Ariakit.DialogHeading>
        {dismissable ? (
          <IconButton
            label={t('actions.close')}
            icon={<X size={20} aria-hidden="true" />}
            variant="ghost"
            onClick={close}
          />
        ) : null}
      </DialogHead>
      <DialogBody ref={body}>{children}</DialogBody>
      {asking && dirty ? (
        <Unsaved role="alert">
          <span>{t('state.unsaved')}</span>
          <Button onClick={close}>{t('actions.discard')}</Button>
          {onSave ? (
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                onSave();
              }}
            >
              {t('actions.save')}
            </Button>
          ) : null}
        </Unsaved>
      ) : null}
      {footer ? (
        <DialogFooter ref={foot} {...kept}>
          {footer}
        </DialogFooter>
      ) : null}
    </Ariakit.Dialog>
  );
}
