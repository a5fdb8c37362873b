/** Avatar of a person: a round picture over initials, and as a button with a count. */
import type { ButtonHTMLAttributes, Ref } from 'react';
import { styled } from 'styled-components';
import { useImage } from '../browser/useImage.ts';
import { color, size, space, type, from } from './theme.ts';
import { CountBadge } from './Badge.tsx';
import { groundOf } from './nameGround.ts';

const Root = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${size.avatar};
  height: ${size.avatar};
  overflow: hidden;
  border-radius: 50%;
  color: ${color.text};
  ${type['2xs']}
  font-weight: 650;
  line-height: 1;
  text-transform: uppercase;

  &[data-size='large'] {
    width: 36px;
    height: 36px;
    ${type.xs}
    font-weight: 650;
  }
  &[data-size='account'] {
    width: 32px;
    height: 32px;
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
    font-size: 0.75rem;
  }
  img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Group = styled.span`
  display: inline-flex;
  align-items: center;

  /* Overlapping by less than the initials' distance from the edge, with a ring in the background colour. */
  & > span {
    box-shadow: 0 0 0 1.5px ${color.surface};
  }
  & > span + span {
    margin-inline-start: -3px;
  }
  & > small {
    padding-inline-start: ${space[2]};
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 550;
  }
`;

/** First letters of the first two words: `Иван Волков` gives `ИВ`. */
const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => word.match(/[\p{Letter}\p{Number}]/u)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .join('') || '?';

interface AvatarProps {
  name: string;
  avatarUrl?: string | null;
  size?: 'large' | 'account';
}

/** Decorative: the name stands beside it, or is said by whoever holds the avatar. */
export function Avatar({ name, avatarUrl, size }: AvatarProps) {
  const { ref, source, onError } = useImage<HTMLSpanElement>(avatarUrl);
  return (
    <Root
      ref={ref}
      aria-hidden="true"
      data-size={size}
      style={size === 'account' ? undefined : { background: groundOf(name) }}
    >
      {initials(name)}
      {source ? <img src={source} alt="" onError={onError} /> : null}
    </Root>
  );
}

interface AvatarGroupProps {
  people: ReadonlyArray<{ id: string; name: string; avatarUrl?: string | null }>;
  /** Number of people that are not shown. */
  more?: number;
  /** Accessible name of the group, for example “Experts: Anna, Boris”. */
  label: string;
}

export function AvatarGroup({ people, more = 0, label }: AvatarGroupProps) {
  if (people.length === 0) return null;
  return (
    <Group role="img" aria-label={label}>
      {people.map((person) => (
        <Avatar key={person.id} name={person.name} avatarUrl={person.avatarUrl} />
      ))}
      {more > 0 ? <small aria-hidden="true">+{more}</small> : null}
    </Group>
  );
}

const ButtonRoot = styled.button`
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
    right: -4px;
  }
  ${from.md} {
    & > :last-child:not(:first-child) {
      top: -4px;
      right: -9px;
    }
  }
  /* The navigation beside the page has the same count. */
  ${from.xl} {
    body:has([data-full-width]) & > :last-child:not(:first-child) {
      display: none;
    }
  }
`;

interface AvatarButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'> {
  name: string;
  avatarUrl: string | null;
  /** The accessible name; says the count too. */
  label: string;
  /** Shown when above zero. */
  count?: number;
  ref?: Ref<HTMLButtonElement>;
}

/** Avatar as a button, with a count at its corner. */
export function AvatarButton({ name, avatarUrl, label, count = 0, ...rest }: AvatarButtonProps) {
  return (
    <ButtonRoot type="button" aria-label={label} {...rest}>
      <Avatar name={name} avatarUrl={avatarUrl} size="account" />
      {count > 0 ? <CountBadge aria-hidden="true">{count > 99 ? '99+' : count}</CountBadge> : null}
    </ButtonRoot>
  );
}
