/** Buttons, and links that look like one. Mint is what the system does, ember is what is yours. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { styled } from 'styled-components';
import { buttonLook } from './button.styles.ts';

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'liked';

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
  /** Beside opening the place, with whichever button of the mouse or key it is opened. */
  onFollow?: () => void;
}

/** Which button of a mouse opens a link in a new tab: a press of it is no click. */
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
