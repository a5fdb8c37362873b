/** Popovers: a dialog beside its button, or beside a cell. */
import {
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type KeyboardEvent,
} from 'react';
import * as Ariakit from '@ariakit/react';
import { styled } from 'styled-components';
import { useTranslation } from 'react-i18next';
import { color, radius, space, type, zIndex } from './theme.ts';
import type { FirstPress } from './useLazyMenu.ts';
import { Button } from './Button.tsx';

/** Element that a menu or popover is rendered in: outside of clipping ancestors, but inside the landmark or dialog of its button. */
export const popoverHost = (button: Element | null | undefined): HTMLElement =>
  button?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main') ?? document.body;

const PopoverBox = styled.div`
  z-index: ${zIndex.popover};
  width: max-content;
  min-width: 200px;
  max-width: min(340px, calc(100vw - ${space[4]}));
  max-height: var(--popover-available-height);
  padding: ${space[3]} 14px;
  overflow: auto;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surfaceRaised};
  color: ${color.text};
  ${type.sm}
  box-shadow: var(--shadow-overlay);
  &:focus-visible {
    outline: none;
  }
  h2,
  h3 {
    margin-bottom: ${space[2]};
    ${type.sm}
    font-weight: 650;
  }
`;

export interface PopoverProps {
  /** The button; it gets the popover's attributes. An element that passes its props and ref on. */
  trigger: ReactElement<Record<string, unknown>>;
  /** The popover's accessible name. */
  label: string;
  placement?: 'bottom-start' | 'bottom-end';
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Kind of the press that loaded the popover: it opens at once. */
  firstPress?: FirstPress;
}

export function Popover(props: PopoverProps) {
  const { trigger, label, placement = 'bottom-start', children, firstPress } = props;
  const popover = Ariakit.usePopoverStore({ placement });
  // Restores the focus that was lost with the replaced button, before the next key.
  useLayoutEffect(() => {
    if (!firstPress) return;
    popover.getState().anchorElement?.focus({ preventScroll: true });
    popover.show();
  }, [popover, firstPress]);
  return (
    <Ariakit.PopoverProvider store={popover}>
      <Ariakit.PopoverDisclosure render={trigger} />
      <Ariakit.Popover
        gutter={6}
        /* On a low screen it covers its button rather than end outside the window. */
        overlap
        overflowPadding={8}
        portal
        portalElement={() => popoverHost(popover.getState().disclosureElement)}
        preserveTabOrder={false}
        autoFocusOnShow
        unmountOnHide
        aria-label={label}
        render={<PopoverBox />}
      >
        {typeof children === 'function' ? children(popover.hide) : children}
      </Ariakit.Popover>
    </Ariakit.PopoverProvider>
  );
}

const Question = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[2]};
  margin: ${space[2]} -14px -${space[3]};
  padding: ${space[2]} 14px;
  background: ${color.warningSoft};
  color: ${color.warningSoftText};
  font-weight: 600;
`;

interface AnchoredPopoverProps {
  /** Takes the focus afterwards. */
  anchor: HTMLElement;
  /** The popover's accessible name. */
  label: string;
  /** There is text that closing would lose. */
  dirty: boolean;
  /** Selector of what takes the focus at first. */
  initialFocus: string;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Popover below an element that is no button, such as a cell; it asks before it loses typed text. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { anchor, label, dirty, initialFocus, onKeyDown, onClose, children } = props;
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const popover = Ariakit.usePopoverStore({ placement: 'bottom-start' });
  const [asking, setAsking] = useState(false);
  return (
    <Ariakit.Popover
      store={popover}
      open
      ref={box}
      onClose={(event) => {
        event.preventDefault();
        if (dirty && !asking) setAsking(true);
        else onClose();
      }}
      getAnchorRect={() => anchor.getBoundingClientRect()}
      gutter={4}
      portal
      preserveTabOrder={false}
      portalElement={() => popoverHost(anchor)}
      unmountOnHide
      aria-label={label}
      autoFocusOnShow={() => {
        box.current?.querySelector<HTMLElement>(initialFocus)?.focus();
        return false;
      }}
      finalFocus={anchor}
      // A press elsewhere has moved the focus already.
      autoFocusOnHide={() => {
        const { activeElement, body } = document;
        return activeElement === body || box.current?.contains(activeElement) !== false;
      }}
      onKeyDown={onKeyDown}
      render={<PopoverBox />}
    >
      {children}
      {asking && dirty ? (
        <Question role="alert">
          {t('state.unsaved')}
          <Button size="small" onClick={onClose}>
            {t('actions.discard')}
          </Button>
        </Question>
      ) : null}
    </Ariakit.Popover>
  );
}
