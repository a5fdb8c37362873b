/** Display of notices as toasts, in a live region. */
import { useEffect } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { toast, Toaster as SonnerToaster } from 'sonner';
import { styled } from 'styled-components';
import {
  registerNoticeDisplay,
  type DisplayedNotice,
  type NoticeAction,
  type NoticeDisplay,
} from './notify.ts';
import { useMediaQuery } from './useMediaQuery.ts';
import { color, font, layout, radius, size, type, zIndex } from './theme.ts';

const Place = styled.div`
  position: relative;
  z-index: ${zIndex.toast};

  [data-sonner-toaster] {
    font-family: ${font.body};
  }
  [data-sonner-toast][data-styled='true'] {
    --normal-bg: ${color.surfaceRaised};
    --normal-border: ${color.borderStrong};
    --normal-text: ${color.text};
    --border-radius: ${radius.md};
    align-items: flex-start;
    padding: 14px 44px 14px 16px;
    background: ${color.surfaceRaised};
    color: ${color.text};
    ${type.md}
    box-shadow: var(--shadow-overlay);
  }
  [data-sonner-toast] [data-description] {
    color: ${color.textMuted} !important;
  }
  [data-type='success'] [data-icon] {
    color: ${color.success};
  }
  [data-type='error'] [data-icon] {
    color: ${color.danger};
  }
  [data-type='warning'] [data-icon] {
    color: ${color.warning};
  }
  [data-type='info'] [data-icon] {
    color: ${color.info};
  }
  [data-sonner-toast][data-styled='true'] [data-button] {
    height: 32px;
    padding: 0 12px;
    border-radius: ${radius.sm};
    background: ${color.fill};
    color: ${color.onFill};
    ${type.sm}
    font-weight: 600;
  }
  /* Two buttons have a line of their own below the text. */
  [data-sonner-toast][data-styled='true']:has([data-cancel]) {
    flex-wrap: wrap;
    row-gap: 10px;
  }
  [data-sonner-toast]:has([data-cancel]) [data-content] {
    flex: 1 1 calc(100% - 40px);
  }
  [data-sonner-toast]:has([data-cancel]) [data-action] {
    margin-inline-start: 0;
  }
  [data-sonner-toast][data-styled='true'] [data-button][data-cancel] {
    margin-inline: 26px 0;
    border: 1px solid ${color.control};
    background: transparent;
    color: ${color.text};
  }
  /* Inside the corner of the message, large enough for a finger on a phone. */
  [data-sonner-toast][data-styled='true'] [data-close-button] {
    top: 8px;
    right: 8px;
    left: auto;
    width: 28px;
    height: 28px;
    border: 0;
    border-radius: ${radius.sm};
    background: transparent;
    color: ${color.text};
    transform: none;
  }
  [data-sonner-toast][data-styled='true']:focus-visible,
  [data-sonner-toast][data-styled='true'] button:focus-visible {
    outline: 2px solid ${color.focusRing};
    outline-offset: 2px;
  }
  [data-styled] [data-close-button]:hover {
    background: ${color.surfaceHover};
  }
  /* Beside an open dialog, away from its buttons. */
  @media (min-width: ${layout.breakpoints.md}) and (max-width: 1340px) {
    body:has([role='dialog'][data-open]) & [data-sonner-toaster] {
      --width: 320px !important;
      right: auto;
      left: 16px;
    }
  }
  /* Above a bar of actions at the foot of the window. */
  body:has([data-bulk-bar]) & [data-sonner-toaster] {
    bottom: 88px !important;
  }
  @media (max-width: ${layout.breakpoints.md}) {
    [data-sonner-toast][data-styled='true'] [data-button] {
      height: ${size.control};
    }
    [data-sonner-toast][data-styled='true'] [data-close-button] {
      top: 2px;
      right: 2px;
      width: ${size.control};
      height: ${size.control};
    }
  }
`;

/** Visible notices by their keys, without those that are leaving: a replaced text would leave with them. */
const shownNotices = new Map<string, DisplayedNotice>();
let lastKey = 0;
let isHeld = false;
const keyOf = (id: string | undefined): string | undefined =>
  id && [...shownNotices].find(([, notice]) => notice.id === id)?.[0];

const hasFocus = (): boolean => !!document.activeElement?.closest('[data-message-place]');

/** Longer than sonner's exit animation of 200 ms. */
const exitMs = 300;

function show(key: string, notice: DisplayedNotice): void {
  const { kind, title, description, duration, action, secondAction } = notice;
  const leave = () => {
    shownNotices.delete(key);
    // There is no event for the lost focus.
    setTimeout(() => holdTime(hasFocus()), exitMs);
  };
  // Null removes the button of a replaced message.
  const button = (wanted: NoticeAction | undefined) =>
    wanted
      ? {
          label: wanted.label,
          onClick: () => {
            leave();
            wanted.run();
          },
        }
      : null;
  toast[kind](title, {
    id: key,
    description,
    duration: isHeld ? Infinity : duration,
    onDismiss: leave,
    onAutoClose: leave,
    action: button(action),
    cancel: button(secondAction),
  });
}

/** Pauses the timers while a message has the focus: sonner pauses for the pointer only. */
function holdTime(held: boolean): void {
  if (isHeld === held) return;
  isHeld = held;
  for (const [key, notice] of shownNotices) show(key, notice);
}

const toastDisplay: NoticeDisplay = {
  put: (notice) => {
    const key = keyOf(notice.id) ?? `${notice.id ?? ''} ${(lastKey += 1)}`;
    shownNotices.set(key, notice);
    show(key, notice);
  },
  dismiss: (id) => {
    const key = keyOf(id);
    // Without a key sonner would dismiss all.
    if (!id || key) toast.dismiss(key);
    if (key) shownNotices.delete(key);
    else if (!id) shownNotices.clear();
  },
};

export function Toaster() {
  const { t } = useTranslation();
  const wide = useMediaQuery(`(min-width: ${layout.breakpoints.md})`);
  useEffect(() => registerNoticeDisplay(toastDisplay), []);
  // In the body, like dialogs, so that messages are above them.
  return createPortal(
    <Place
      data-no-print=""
      data-message-place=""
      onFocus={() => holdTime(true)}
      onBlur={({ currentTarget, relatedTarget }) => holdTime(currentTarget.contains(relatedTarget))}
    >
      <SonnerToaster
        position={wide ? 'bottom-right' : 'top-center'}
        visibleToasts={3}
        closeButton
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel={t('notifications.region')}
        toastOptions={{ closeButtonAriaLabel: t('actions.close') }}
        mobileOffset={{ top: 64, left: 16, right: 16 }}
        icons={{
          success: <CircleCheck size={20} aria-label={t('notifications.success')} />,
          error: <CircleAlert size={20} aria-label={t('notifications.error')} />,
          warning: <TriangleAlert size={20} aria-label={t('notifications.warning')} />,
          info: <Info size={20} aria-label={t('notifications.info')} />,
        }}
      />
    </Place>,
    document.body,
  );
}
