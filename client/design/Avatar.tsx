/** A person: a square picture over initials. Square as the slots of a party. */
import { useState } from 'react';
import { styled } from 'styled-components';
import { imagePath } from '../browser/imagePath.ts';
import { color, radius, size } from './theme.ts';

const Root = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: ${size.avatar};
  height: ${size.avatar};
  overflow: hidden;
  border-radius: ${radius.sm};
  background: ${color.surfaceSunken};
  color: ${color.text};
  font-size: 0.625rem;
  font-weight: 700;
  line-height: 1;
  text-transform: uppercase;

  &[data-size='large'] {
    width: ${size.control};
    height: ${size.control};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
    font-size: 0.8125rem;
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
  gap: 2px;
`;

/** First letters of the first two words: `Иван Волков` gives `ИВ`. */
export const initials = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => word.match(/[\p{Letter}\p{Number}]/u)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 2)
    .join('') || '?';

export interface AvatarProps {
  name: string;
  avatarUrl?: string | null;
  size?: 'large';
}

/** Decorative: the name stands beside it, or is said by whoever holds the avatar. */
export function Avatar({ name, avatarUrl, size }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const shown = avatarUrl && avatarUrl !== failedUrl ? avatarUrl : null;
  return (
    <Root aria-hidden="true" data-size={size}>
      {initials(name)}
      {shown ? (
        <img src={imagePath(shown)} alt="" loading="lazy" onError={() => setFailedUrl(shown)} />
      ) : null}
    </Root>
  );
}

export interface AvatarGroupProps {
  people: ReadonlyArray<{ id: string; name: string; avatarUrl?: string | null }>;
  /** How many more there are than are shown. */
  more?: number;
  /** One name for the whole group, for example “Experts: Anna, Boris”. */
  label: string;
}

export function AvatarGroup({ people, more = 0, label }: AvatarGroupProps) {
  if (people.length === 0) return null;
  return (
    <Group role="img" aria-label={label}>
      {people.map((person) => (
        <Avatar key={person.id} name={person.name} avatarUrl={person.avatarUrl} />
      ))}
      {more > 0 ? <Root aria-hidden="true">+{more}</Root> : null}
    </Group>
  );
}
