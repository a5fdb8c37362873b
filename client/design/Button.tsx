/** Buttons, and links that look like one. Mint is what the system does, ember is what is yours. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { color, radius, size, space, transition, type } from './theme.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'liked';

export const buttonLook = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[2]};
  min-height: ${size.control};
  padding: 9px ${space[4]};
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.sm};
  background: ${color.surface};
  color: ${color.text};
  ${type.sm}
  line-height: 1.4;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  ${transition('background-color', 'border-color', 'color')}

  &:hover {
    background: ${color.surfaceHover};
  }
  &[data-size='large'] {
    min-height: ${size.controlLg};
    padding: ${space[3]} ${space[5]};
    ${type.base}
  }
  &[data-wide] {
    width: 100%;
  }
  &[data-variant='primary'] {
    border-color: ${color.accent};
    background: ${color.accent};
    color: ${color.textOnAccent};
  }
  &[data-variant='primary']:hover {
    border-color: ${color.accentHover};
    background: ${color.accentHover};
  }
  &[data-variant='primary']:active {
    border-color: ${color.accentActive};
    background: ${color.accentActive};
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
  &[data-variant='liked'] {
    border-color: ${color.ember};
    background: ${color.emberSoft};
    color: ${color.emberSoftText};
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
    background: ${color.surfaceSunken};
    color: ${color.textSubtle};
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;

const Root = styled.button`
  ${buttonLook}
`;

const LinkRoot = styled(Link)`
  ${buttonLook}
`;

const AnchorRoot = styled.a`
  ${buttonLook}
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
  size?: 'large';
  /** Takes the whole width of its place. */
  wide?: boolean;
  icon?: ReactNode;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: further presses are ignored, the focus stays. */
  busy?: boolean;
  /** What the button says while busy; default its ordinary label. */
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
  /** Said after the label, for example “(opens in a new tab)”. */
  hiddenNote?: ReactNode;
}

/** A link to another place, in a new tab, that looks like a button. */
export function ExternalButton({
  variant = 'secondary',
  size,
  wide,
  icon,
  href,
  children,
  hiddenNote,
}: ExternalButtonProps) {
  return (
    <AnchorRoot
      href={href}
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
