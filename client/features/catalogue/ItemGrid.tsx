/** Grid of cards, and its skeleton. */
import type { ComponentType, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, radius, transition } from '../../design/theme.ts';
import { CardRoot } from './card.styles.ts';
import { pageSize } from './catalogueUrl.ts';
import { ItemCard, type ItemCardProps } from './ItemCard.tsx';
import type { CardItem, CardSlots } from './cardSlots.ts';
import type { Match, Reasons } from '../../items/itemText.ts';
import { useCardKeys } from './useCardKeys.ts';

/** One, two or three columns; an earlier answer is dimmed, but stays readable. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr));
  gap: 14px;
  ${transition('opacity')}

  & > * {
    display: flex;
    min-width: 0;
  }
  /* Cards below the first screen are laid out lazily. */
  & > :nth-child(n + 4) {
    content-visibility: auto;
    contain-intrinsic-size: auto 251px;
  }
  &[data-rows] {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    overflow: hidden;
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
  }
  &[data-rows] > * {
    content-visibility: visible;
  }
  &[data-rows] > :last-child > article {
    border-bottom: 0;
  }
  &[data-stale] {
    opacity: 0.9;
  }
`;

export interface CardsProps {
  /** The id of its heading, or its name. */
  labelledBy?: string;
  label?: string;
  /** Further cards are on their way. */
  busy?: boolean;
  stale?: boolean;
  /** One line for each. */
  rows?: boolean;
  children: ReactNode;
}

/** The list of cards: a feed after the ARIA practices, of which one card is a stop of the Tab key. */
export function Cards(props: CardsProps) {
  const { labelledBy, label, busy = false, stale = false, rows = false, children } = props;
  return (
    <Grid
      ref={useCardKeys()}
      role="feed"
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-busy={busy}
      data-stale={stale ? '' : undefined}
      data-rows={rows ? '' : undefined}
    >
      {children}
    </Grid>
  );
}

export interface ItemRowsProps {
  items: readonly CardItem[];
  matches?: readonly Match[];
  reasons?: readonly Reasons[];
  slots: CardSlots;
  /** Number of cards before these, and on all pages; default: these are all. */
  before?: number;
  total?: number;
  /** Loads the pictures of the first row at once: for the first page. */
  leading?: boolean;
  /** Default: cards. */
  as?: ComponentType<ItemCardProps>;
}

/** The cards of a page, to stand in `Cards`. */
export function ItemRows(props: ItemRowsProps) {
  const {
    items,
    matches = [],
    reasons = [],
    slots,
    leading,
    before = 0,
    total = items.length,
    as: Item = ItemCard,
  } = props;
  const matchOf = new Map(matches.map((match) => [match.itemId, match]));
  const reasonsOf = new Map(reasons.map((one) => [one.itemId, one]));
  return items.map((item, index) => (
    <div key={item.id}>
      <Item
        item={item}
        slots={slots}
        match={matchOf.get(item.id)}
        reasons={reasonsOf.get(item.id)}
        eager={leading === true && index < 3}
        position={before + index + 1}
        total={total}
      />
    </div>
  ));
}

export interface SkeletonRowsProps {
  count?: number;
  /** Keeps their place without showing them. */
  early?: boolean;
  /** One line for each. */
  rows?: boolean;
}

/** Cards that are coming, in their final size. */
export function SkeletonRows({ count = pageSize, early, rows }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, index) => (
    // The same shapes in the same order, always.
    <div
      key={`coming ${index}`}
      aria-hidden="true"
      style={early ? { visibility: 'hidden' } : undefined}
    >
      {rows ? (
        <Skeleton style={{ flex: 1, height: 43, marginBottom: 1 }} />
      ) : (
        <CardRoot as="div">
          <div data-part="head">
            <Skeleton style={{ width: 48, height: 48, flex: 'none' }} />
            <div data-part="name">
              <Skeleton style={{ width: '60%', height: 20 }} />
              <Skeleton style={{ width: '45%', height: 24, marginTop: 10 }} />
            </div>
          </div>
          <div data-part="description">
            <p>
              <Skeleton style={{ width: '80%', height: 13, marginTop: 4 }} />
              <Skeleton style={{ height: 13, marginTop: 7 }} />
              <Skeleton style={{ height: 13, marginTop: 7 }} />
            </p>
          </div>
          <div data-part="meta">
            <Skeleton style={{ width: 70, height: 16 }} />
            <Skeleton style={{ width: 76, height: 28 }} />
          </div>
          <div data-part="actions">
            <Skeleton style={{ height: 'var(--control-size)' }} />
            <Skeleton style={{ height: 'var(--control-size)' }} />
          </div>
        </CardRoot>
      )}
    </div>
  ));
}
