/** Grid of cards, and its skeleton. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../../design/Skeleton.tsx';
import { space, transition } from '../../design/theme.ts';
import { CardRoot } from './card.styles.ts';
import { pageSize } from './catalogueUrl.ts';
import { ItemCard, type CardItem, type CardSlots } from './ItemCard.tsx';
import type { Match, Reasons } from '../../items/itemText.ts';
import { useCardKeys } from './useCardKeys.ts';

/** One, two or three columns; an earlier answer is dimmed, but stays readable. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
  gap: ${space[4]};
  ${transition('opacity')}

  & > * {
    display: flex;
    min-width: 0;
  }
  /* Cards below the first screen are laid out lazily. */
  & > :nth-child(n + 4) {
    content-visibility: auto;
    contain-intrinsic-size: auto 353px;
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
  children: ReactNode;
}

/** The list of cards: a feed after the ARIA practices, of which one card is a stop of the Tab key. */
export function Cards({ labelledBy, label, busy = false, stale = false, children }: CardsProps) {
  return (
    <Grid
      ref={useCardKeys()}
      role="feed"
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-busy={busy}
      data-stale={stale ? '' : undefined}
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
  } = props;
  const matchOf = new Map(matches.map((match) => [match.itemId, match]));
  const reasonsOf = new Map(reasons.map((one) => [one.itemId, one]));
  return items.map((item, index) => (
    <div key={item.id}>
      <ItemCard
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

/** Cards that are coming, in their final size; `early` keeps their place without showing them. */
export function SkeletonRows({ count = pageSize, early }: { count?: number; early?: boolean }) {
  return Array.from({ length: count }, (_, index) => (
    // The same shapes in the same order, always.
    <div
      key={`coming ${index}`}
      aria-hidden="true"
      style={early ? { visibility: 'hidden' } : undefined}
    >
      <CardRoot as="div">
        <div data-part="head">
          <Skeleton style={{ width: 52, height: 52, flex: 'none' }} />
          <div data-part="name">
            <Skeleton style={{ width: '60%', height: 20 }} />
            <Skeleton style={{ width: '40%', height: 16, marginTop: 10 }} />
          </div>
        </div>
        <div style={{ display: 'grid', gap: 10, paddingBlock: 4, minHeight: 116 }}>
          <Skeleton style={{ height: 13 }} />
          <Skeleton style={{ height: 13 }} />
          <Skeleton style={{ height: 13 }} />
          <Skeleton style={{ width: '50%', height: 13 }} />
        </div>
        <div data-part="meta">
          <Skeleton style={{ width: 70, height: 16 }} />
          <Skeleton style={{ width: 76, height: 24 }} />
        </div>
        <Skeleton style={{ height: 40 }} />
      </CardRoot>
    </div>
  ));
}
