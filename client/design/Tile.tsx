/** Picture of an item, over its first letter. */
import type { Ref } from 'react';
import { styled } from 'styled-components';
import { color, displayType, radius, size, type } from './theme.ts';

const Root = styled.span`
  position: relative;
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.tile};
  height: ${size.tile};
  overflow: hidden;
  border-radius: ${radius.md};
  background: linear-gradient(135deg, ${color.accentSoft}, ${color.emberSoft});
  color: ${color.accentSoftText};
  ${displayType}
  ${type.xl}

  &[data-dimmed] {
    opacity: 0.6;
  }
  img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    background: ${color.surface};
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const firstLetter = (title: string): string =>
  (title.match(/[\p{Letter}\p{Number}]/u)?.[0] ?? '?').toLocaleUpperCase();

export interface TileProps {
  /** Title of the item; its first letter is the placeholder. */
  title: string;
  /** Address that can be shown as it is (for example a blob); null while loading and after a failure. */
  imageUrl?: string | null;
  /** Called when the browser cannot show the picture. */
  onError?: () => void;
  dimmed?: boolean;
  /** Loads the picture at once: for the first row of a list. */
  eager?: boolean;
  ref?: Ref<HTMLSpanElement>;
}

/** Decorative: the title stands beside it. */
export function Tile({ title, imageUrl, onError, dimmed, eager, ref }: TileProps) {
  return (
    <Root ref={ref} aria-hidden="true" data-dimmed={dimmed || undefined}>
      {firstLetter(title)}
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          width={52}
          height={52}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={onError}
        />
      ) : null}
    </Root>
  );
}
