/** Buttons, and links styled as buttons. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { styled } from 'styled-components';
import { buttonStyles } from './button.styles.ts';

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
