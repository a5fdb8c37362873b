/** Avatar as a button, with a count at its corner. */
import type { ButtonHTMLAttributes, Ref } from 'react';
import { styled } from 'styled-components';
import { Avatar } from './Avatar.tsx';
import { CountBadge } from './Badge.tsx';
import { from, size } from './theme.ts';

const Root = styled.button`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.control};
  height: ${size.control};
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: transparent;

  & > :last-child:not(:first-child) {
    position: absolute;
    top: 0;
    right: -9px;
  }
  ${from.md} {
    & > :last-child:not(:first-child) {
      top: -4px;
    }
  }
  /* The navigation beside the page has the same count. */
  ${from.lg} {
    body:has([data-full-width]) & > :last-child:not(:first-child) {
      display: none;
    }
  }
`;

export interface AvatarButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string;
  avatarUrl: string | null;
  /** The accessible name; says the count too. */
  label: string;
  /** Shown when above zero. */
  count?: number;
  ref?: Ref<HTMLButtonElement>;
}

export function AvatarButton({ name, avatarUrl, label, count = 0, ...rest }: AvatarButtonProps) {
  return (
    <Root type="button" aria-label={label} {...rest}>
      <Avatar name={name} avatarUrl={avatarUrl} size="account" />
      {count > 0 ? <CountBadge aria-hidden="true">{count > 99 ? '99+' : count}</CountBadge> : null}
    </Root>
  );
}
