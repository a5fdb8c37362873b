/** Menu behind a button (APG menu button): commands, links, checkboxes and radios. */
import { useLayoutEffect, type ReactElement, type ReactNode } from 'react';
import * as Ariakit from '@ariakit/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { popoverHost } from './Popover.tsx';
import { color, radius, size, space, type, zIndex } from './theme.ts';
import type { FirstPress } from './useLazyMenu.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const List = styled.div`
  z-index: ${zIndex.popover};
  display: flex;
  flex-direction: column;
  min-width: 220px;
  max-width: min(340px, calc(100vw - ${space[4]}));
  max-height: var(--popover-available-height);
  padding: ${space[2]};
  overflow: auto;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surfaceRaised};
  color: ${color.text};
  box-shadow: var(--shadow-overlay);
  &:focus-visible {
    outline: none;
  }
`;

const itemStyles = css`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  width: 100%;
  min-height: ${size.control};
  padding: ${space[2]} ${space[3]};
  border: 0;
  border-radius: ${radius.sm};
  background: transparent;
  color: inherit;
  ${type.sm}
  text-align: start;
  text-decoration: none;
  cursor: pointer;

  &[data-active-item] {
    background: ${color.surfaceHover};
  }
  &:focus-visible,
  &[data-focus-visible] {
    outline: 2px solid ${color.focusRing};
    outline-offset: -2px;
  }
  &[data-danger] {
    color: ${color.danger};
  }
  & > svg {
    flex: none;
  }
  & > span:first-of-type {
    flex: 1;
    min-width: 0;
  }
`;

const Item = styled.div`
  ${itemStyles}
`;
const AnchorItem = styled.a`
  ${itemStyles}
`;
const LinkItem = styled(Link)`
  ${itemStyles}
`;
const Line = styled.hr`
  width: 100%;
  margin: ${space[1]} 0;
  border: 0;
  border-top: 1px solid ${color.border};
`;

export interface MenuProps {
  /** The button; it gets the menu's attributes. An element that passes its props and ref on. */
  trigger: ReactElement<Record<string, unknown>>;
  /** The menu's name; default the button's. */
  label?: string;
  children: ReactNode;
  /** Kind of the press that loaded the menu: it opens at once. */
  firstPress?: FirstPress;
}

export function Menu({ trigger, label, children, firstPress }: MenuProps) {
  const menu = Ariakit.useMenuStore({
    placement: 'bottom-end',
  });
  // Restores the focus that was lost with the replaced button, before the next key.
  useLayoutEffect(() => {
    if (!firstPress) return;
    menu.getState().anchorElement?.focus({ preventScroll: true });
    menu.setAutoFocusOnShow(true);
    menu.setInitialFocus(firstPress === 'key' ? 'first' : 'container');
    menu.show();
  }, [menu, firstPress]);
  return (
    <Ariakit.MenuProvider store={menu}>
      <Ariakit.MenuButton render={trigger} />
      <Ariakit.Menu
        gutter={8}
        portal
        portalElement={() => popoverHost(menu.getState().anchorElement)}
        preserveTabOrder={false}
        unmountOnHide
        {...(label ? { 'aria-label': label } : {})}
        render={<List />}
      >
        {children}
      </Ariakit.Menu>
    </Ariakit.MenuProvider>
  );
}

interface ItemProps {
  icon?: ReactNode;
  children: ReactNode;
  /** Stands at the end: a count, a key. */
  trailing?: ReactNode;
}

/** A command. */
export function MenuItem(props: ItemProps & { onSelect: () => void; danger?: boolean }) {
  return (
    <Ariakit.MenuItem
      onClick={props.onSelect}
      render={<Item data-danger={props.danger ? '' : undefined} />}
    >
      {props.icon}
      <span>{props.children}</span>
      {props.trailing}
    </Ariakit.MenuItem>
  );
}

/** A link to another screen of Loadout. */
export function MenuLink({ to, icon, children, trailing }: ItemProps & { to: string }) {
  return (
    <Ariakit.MenuItem render={<LinkItem to={to} />}>
      {icon}
      <span>{children}</span>
      {trailing}
    </Ariakit.MenuItem>
  );
}
/** A link to another site, in a new tab. */
export function MenuExternalLink({ href, icon, children }: ItemProps & { href: string }) {
  const { t } = useTranslation('common');
  return (
    <Ariakit.MenuItem render={<AnchorItem href={href} target="_blank" rel="noopener noreferrer" />}>
      {icon}
      <span>
        {children}
        <VisuallyHidden>{` ${t('newTab')}`}</VisuallyHidden>
      </span>
    </Ariakit.MenuItem>
  );
}

/** Something that is on or off; the menu stays open unless told otherwise. */
export function MenuCheckbox(
  props: ItemProps & {
    checked: boolean;
    onChange: (checked: boolean) => void;
    /** Closes the menu. */
    hides?: boolean;
  },
) {
  return (
    <Ariakit.MenuItemCheckbox
      name="checkbox"
      checked={props.checked}
      onChange={() => props.onChange(!props.checked)}
      hideOnClick={props.hides ?? false}
      render={<Item />}
    >
      {props.icon}
      <span>{props.children}</span>
      {props.checked ? <Check size={18} aria-hidden="true" /> : null}
    </Ariakit.MenuItemCheckbox>
  );
}

/** One of several choices; choosing it closes the menu. */
export function MenuRadio(
  props: ItemProps & { value: string; checked: boolean; onChoose: () => void },
) {
  return (
    <Ariakit.MenuItemRadio
      name="choice"
      value={props.value}
      checked={props.checked}
      onChange={props.onChoose}
      hideOnClick
      render={<Item />}
    >
      {props.icon}
      <span>{props.children}</span>
      {props.checked ? <Check size={18} aria-hidden="true" /> : null}
    </Ariakit.MenuItemRadio>
  );
}

export const MenuSeparator = () => <Ariakit.MenuSeparator render={<Line />} />;
