/** Avatar of a person: a square picture over initials. */
import { styled } from 'styled-components';
import { useImage } from '../browser/useImage.ts';
import { color, radius, size, type } from './theme.ts';

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
  ${type.xs}
  font-weight: 600;
  line-height: 1;
  text-transform: uppercase;

  &[data-size='large'] {
    width: ${size.control};
    height: ${size.control};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
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

  /* Overlapping, separated by a line in the background colour. */
  & > span + span {
    margin-inline-start: -3px;
    box-shadow: 0 0 0 1px ${color.surface};
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

export interface AvatarProps {
  name: string;
  avatarUrl?: string | null;
  size?: 'large';
}

/** Decorative: the name stands beside it, or is said by whoever holds the avatar. */
export function Avatar({ name, avatarUrl, size }: AvatarProps) {
  const { ref, source, onError } = useImage<HTMLSpanElement>(avatarUrl);
  return (
    <Root ref={ref} aria-hidden="true" data-size={size}>
      {initials(name)}
      {source ? <img src={source} alt="" onError={onError} /> : null}
    </Root>
  );
}

export interface AvatarGroupProps {
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
      {more > 0 ? <Root aria-hidden="true">+{more}</Root> : null}
    </Group>
  );
}
