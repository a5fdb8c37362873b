/** Buttons, icon buttons, and links styled as buttons. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { styled, css } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';

export const buttonStyles = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  min-height: ${size.control};
  padding: 6px 14px;
  border: 1px solid ${color.control};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  line-height: 1.4;
  font-weight: 550;
  text-align: center;
  text-decoration: none;
  ${transition('background-color', 'border-color', 'color')}

  & > svg {
    flex: none;
  }
  &:hover {
    background: ${color.surfaceHover};
  }
  &[data-size='large'] {
    min-height: ${size.controlLg};
    padding: ${space[3]} ${space[5]};
    ${type.base}
  }
  &[data-size='small'] {
    min-height: ${size.controlSmall};
    padding: ${space[1]} 11px;
  }
  &[data-wide] {
    width: 100%;
  }
  &[data-variant='primary'] {
    border-color: ${color.fill};
    background: ${color.fill};
    color: ${color.onFill};
    font-weight: 600;
  }
  &[data-variant='primary']:hover {
    border-color: ${color.fillHover};
    background: ${color.fillHover};
  }
  &[data-variant='outline'] {
    border-color: ${color.accent};
    background: transparent;
    color: ${color.accent};
    font-weight: 600;
  }
  &[data-variant='outline']:hover {
    background: ${color.surfaceHover};
  }
  &[data-variant='waiting'] {
    border-color: ${color.border};
    background: ${color.noneSoft};
    color: ${color.textMuted};
  }
  &[data-variant='ghost'] {
    border-color: transparent;
    background: transparent;
  }
  &[data-variant='ghost']:hover {
    background: ${color.surfaceHover};
  }
  &[data-variant='danger'] {
    border-color: ${color.danger};
    background: ${color.danger};
    color: ${color.textOnAccent};
  }
  &[data-variant='danger']:hover {
    border-color: ${color.dangerHover};
    background: ${color.dangerHover};
  }
  &[data-variant='dangerOutline'] {
    border-color: ${color.danger};
    color: ${color.danger};
  }
  &[data-variant='liked'] {
    border-color: ${color.ember};
    background: ${color.emberSoft};
    color: ${color.emberSoftText};
    font-weight: 600;
  }
  &[data-variant='liked']:hover {
    border-color: ${color.emberHover};
  }
  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    border-color: ${color.border};
    background: ${color.noneSoft};
    color: ${color.textSubtle};
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;

type ButtonVariant =
  'primary' | 'secondary' | 'outline' | 'waiting' | 'ghost' | 'danger' | 'dangerOutline' | 'liked';

const Root = styled.button`
  ${buttonStyles}
`;

const LinkRoot = styled(Link)`
  ${buttonStyles}
`;

const AnchorRoot = styled.a`
  ${buttonStyles}
`;

const Spinner = styled.span`
  width: 1em;
  height: 1em;
  flex: none;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: turn 0.8s linear infinite;

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`;

interface Look {
  /** Default `secondary`. */
  variant?: ButtonVariant;
  /** Default: as high as a control; `small` in rows of tools. */
  size?: 'small' | 'large' | undefined;
  /** Takes the whole width of its container. */
  wide?: boolean;
  icon?: ReactNode;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Further presses are ignored; the focus stays. */
  busy?: boolean;
  /** Label while busy; default the ordinary label. */
  busyLabel?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size,
    wide,
    icon,
    busy,
    busyLabel,
    children,
    onClick,
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true') {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  return (
    <Root
      type="button"
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      aria-busy={busy || undefined}
      {...rest}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy ? <Spinner aria-hidden="true" /> : icon}
      {busy ? (busyLabel ?? children) : children}
    </Root>
  );
}

/** A link inside Loadout that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size,
  wide,
  icon,
  children,
  ...rest
}: Look & LinkProps) {
  return (
    <LinkRoot data-variant={variant} data-size={size} data-wide={wide || undefined} {...rest}>
      {icon}
      {children}
    </LinkRoot>
  );
}

interface ExternalButtonProps extends Look {
  href: string;
  children: ReactNode;
  /** Hidden text after the label, for example “(opens in a new tab)”. */
  hiddenNote?: ReactNode;
  /** Called when the link is opened, with any mouse button or key. */
  onFollow?: () => void;
}

/** Opens a link in a new tab without a click event. */
const middleButton = 1;

/** A link to another place, in a new tab, that looks like a button. */
export function ExternalButton({
  variant = 'secondary',
  size,
  wide,
  icon,
  href,
  children,
  hiddenNote,
  onFollow,
}: ExternalButtonProps) {
  return (
    <AnchorRoot
      href={href}
      onClick={onFollow}
      onAuxClick={({ button }) => {
        if (button === middleButton) onFollow?.();
      }}
      target="_blank"
      rel="noopener noreferrer"
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
    >
      {icon}
      {children}
      {hiddenNote}
    </AnchorRoot>
  );
}

const IconRoot = styled.button`
  ${buttonStyles}
  width: ${size.control};
  height: ${size.control};
  padding: 0;
  flex: none;

  &[data-size='small'] {
    width: ${size.controlSmall};
    height: ${size.controlSmall};
    padding: 0;
  }
`;

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The accessible name. */
  label: string;
  icon: ReactNode;
  /** Default `secondary`. */
  variant?: 'secondary' | 'ghost';
  size?: 'small';
  ref?: Ref<HTMLButtonElement>;
}

/** Square icon button; its name is the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, variant = 'secondary', size: height, ...rest } = props;
  return (
    <IconRoot
      type="button"
      aria-label={label}
      title={label}
      data-variant={variant}
      data-size={height}
      {...rest}
    >
      {icon}
    </IconRoot>
  );
}
