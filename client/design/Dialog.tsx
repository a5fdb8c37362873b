/** Modal dialogs: full screen on a phone, 560 px wide from 768 px on. The backdrop is styled in globalStyle.ts. */
import { useRef, useState, type ReactNode, type RefObject, type KeyboardEvent } from 'react';
import * as Ariakit from '@ariakit/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, IconButton } from './Button.tsx';
import { useFocusRestore } from './focusRestore.ts';
import { color, from, radius, space, transition, type, zIndex } from './theme.ts';

const DialogFrame = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.dialog};
  display: flex;
  flex-direction: column;
  height: 100dvh;
  margin: auto;
  overflow: hidden;
  background: ${color.surfaceRaised};
  color: ${color.text};
  opacity: 0;
  transform: translateY(8px);
  ${transition('opacity', 'transform')}

  &[data-enter] {
    opacity: 1;
    transform: none;
  }
  &:focus-visible {
    outline: none;
  }
  ${from.md} {
    /* The upper edge stays where it is: what comes late makes a dialog longer, and moves no button from under the pointer. */
    --dialog-top: max(${space[8]}, 8dvh);
    width: 560px;
    height: fit-content;
    max-height: calc(100dvh - var(--dialog-top) - ${space[8]});
    margin: var(--dialog-top) auto auto;
    border: 1px solid ${color.border};
    border-radius: ${radius.lg};
    box-shadow: var(--shadow-overlay);
    &[data-narrow] {
      width: 440px;
    }
  }
  &[data-narrow] {
    inset: auto 0 0;
    height: fit-content;
    max-height: 90dvh;
    border-radius: ${radius.lg} ${radius.lg} 0 0;
    ${from.md} {
      inset: 0;
      border-radius: ${radius.lg};
    }
  }
`;

/**
 * Bears `data-dialog-dismiss`: the dialog has its own ways out, and the primitives need not add a
 * hidden English button.
 */
const DialogHead = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[3]};
  padding: ${space[4]} ${space[4]} ${space[2]} ${space[4]};
  ${from.md} {
    padding: ${space[5]} ${space[5]} ${space[2]} ${space[6]};
  }
`;

const DialogHeading = styled.h2`
  ${type.xl}
  padding-top: 7px;
  min-width: 0;
`;

const DialogBody = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space[2]} ${space[4]} ${space[5]};
  ${from.md} {
    padding: ${space[2]} ${space[6]} ${space[6]};
  }
`;

const DialogFooter = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]} max(${space[3]}, env(safe-area-inset-bottom));
  border-top: 1px solid ${color.border};
  background: ${color.surfaceRaised};
  & > button,
  & > a {
    flex: 1 1 auto;
  }
  ${from.md} {
    padding: ${space[4]} ${space[6]};
    & > button,
    & > a {
      flex: none;
    }
  }
`;

const Unsaved = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]};
  background: ${color.warningSoft};
  color: ${color.warningSoftText};
  ${type.sm}
  font-weight: 600;
  & > span {
    flex: 1 1 200px;
  }
  ${from.md} {
    padding: ${space[3]} ${space[6]};
  }
`;

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** For `onKeyDown` of the dialog. */
function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  if (!from || !to || document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}

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

interface AlertDialogProps {
  open: boolean;
  /** The question. */
  title: ReactNode;
  /** Consequence of the action. */
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
  /** Finds what takes the focus when the dialog closes and whatever opened it is gone. */
  returnFocus?: () => HTMLElement | null | undefined;
}

/** Confirmation dialog for irreversible actions; the least destructive answer has the focus. */
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
          {t('actions.cancel')}
        </Button>
        <Button variant="danger" busy={props.busy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </Ariakit.Dialog>
  );
}
