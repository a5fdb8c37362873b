/** Popover behind a button: a dialog that stays beside what it explains. */
import { useLayoutEffect, type ReactElement, type ReactNode } from 'react';
import * as Ariakit from '@ariakit/react';
import { styled } from 'styled-components';
import { popoverHost } from './popoverHost.ts';
import { color, radius, space, type, zIndex } from './theme.ts';
import type { FirstPress } from './useLazyMenu.ts';

export const PopoverBox = styled.div`
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
