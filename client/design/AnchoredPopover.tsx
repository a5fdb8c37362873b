/** Popover below an element that is no button, such as a cell; it asks before it loses typed text. */
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import * as Ariakit from '@ariakit/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { PopoverBox } from './Popover.tsx';
import { popoverHost } from './popoverHost.ts';
import { color, space } from './theme.ts';

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

export interface AnchoredPopoverProps {
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
