/** Picture of an item, or the monogram of its title. */
import type { Ref } from 'react';
import { css, styled } from 'styled-components';
import { useImage } from '../browser/useImage.ts';
import { groundOf } from '../design/nameGround.ts';
import { color, displayType, size, tileCut } from '../design/theme.ts';

/** The shape, set in by one pixel for what lies on the edge. */
const cut = (inset: string) => css`
  clip-path: polygon(
    0 0,
    calc(100% - var(--cut) + ${inset}) 0,
    100% calc(var(--cut) - ${inset}),
    100% 100%,
    0 100%
  );
`;

const Root = styled.span`
  --tile: ${size.tile};
  --cut: calc(var(--tile) * ${tileCut});
  display: grid;
  flex: none;
  place-items: center;
  width: var(--tile);
  height: var(--tile);
  overflow: hidden;
  border-radius: 9px;
  background: ${color.border};
  ${cut('0px')}

  :root[data-theme='dark'] & {
    background: ${color.control};
  }
  &[data-size='small'] {
    --tile: 28px;
    border-radius: 6px;
  }
  &[data-size='large'] {
    --tile: 64px;
  }
  &[data-dimmed] {
    opacity: 0.75;
  }
  & > * {
    grid-area: 1 / 1;
    width: calc(100% - 2px);
    height: calc(100% - 2px);
    border-radius: 8px;
    ${cut('0.4px')}
  }
  & > span {
    display: grid;
    place-items: center;
    color: ${color.text};
    ${displayType}
    font-size: calc(var(--tile) * 0.38);
    font-weight: 700;
    line-height: 1;
  }
  img {
    object-fit: cover;
    background: ${color.surface};
  }
  @media (forced-colors: active) {
    background: CanvasText;
  }
`;

/** First letters of the first two words, else the first two letters: `Adobe Firefly` gives `AF`, `GitHub` `GH`, `Claude` `Cl`. */
function monogram(title: string): string {
  const words = title.match(/\p{Upper}?[\p{Lower}\p{Number}]+|[\p{Letter}\p{Number}]/gu) ?? [];
  const [first = '?', second] = words;
  if (second) return (first[0]! + second[0]!).toLocaleUpperCase();
  return first[0]!.toLocaleUpperCase() + first.slice(1, 2);
}

interface TileProps {
  /** Title of the item; its monogram is the placeholder. */
  title: string;
  /** Address that can be shown as it is (for example a blob); null while loading and after a failure. */
  imageUrl?: string | null;
  /** Called when the browser cannot show the picture. */
  onError?: () => void;
  dimmed?: boolean;
  /** Loads the picture at once: for the first row of a list. */
  eager?: boolean;
  /** 28 or 64 pixels; default 48. */
  size?: 'small' | 'large' | undefined;
  ref?: Ref<HTMLSpanElement>;
}

/** Decorative: the title stands beside it. */
function Tile({ title, imageUrl, onError, dimmed, eager, size: edge, ref }: TileProps) {
  return (
    <Root ref={ref} aria-hidden="true" data-dimmed={dimmed || undefined} data-size={edge}>
      <span style={{ background: groundOf(title) }}>{monogram(title)}</span>
      {imageUrl ? (
        <img
          src={imageUrl}
          alt=""
          width={48}
          height={48}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={onError}
        />
      ) : null}
    </Root>
  );
}

interface ItemTileProps {
  title: string;
  /** Address in the catalogue; null without a picture. */
  imageUrl: string | null;
  dimmed: boolean;
  /** Loads the picture at once: for the first row. */
  eager: boolean;
  size?: TileProps['size'];
}

export function ItemTile({ title, imageUrl, dimmed, eager, size }: ItemTileProps) {
  const { ref, source, onError } = useImage<HTMLSpanElement>(imageUrl, eager);
  return (
    <Tile
      ref={ref}
      title={title}
      imageUrl={source}
      onError={onError}
      dimmed={dimmed}
      eager={eager}
      size={size}
    />
  );
}
