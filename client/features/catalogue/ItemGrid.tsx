/** Items as a grid of cards or as rows, with the skeleton of both and the keys that move between them. */
import { useLayoutEffect, useRef, type ComponentType, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, radius, transition } from '../../design/theme.ts';
import { CardRoot } from './card.styles.ts';
import { pageSize } from './catalogueUrl.ts';
import { ItemCard, type ItemCardProps } from './ItemCard.tsx';
import type { CardItem, CardSlots } from './cardSlots.ts';
import type { Match, Reasons } from '../../items/itemText.ts';

const controls = 'a[href], button, input, select, textarea';
const popups = '[role=menu], [role=dialog], [role=alertdialog]';

/** Left and right are the neighbours, up and down the same column; the feed's own keys work inside a card too. */
function target(cards: readonly HTMLElement[], at: number, key: string): number | null {
  const columns = columnsOf(cards);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    PageDown: at + 1,
    PageUp: at - 1,
    Home: 0,
    End: cards.length - 1,
  };
  const wanted = steps[key];
  if (wanted === undefined) return null;
  // The last row may be shorter: its end is the nearest.
  if (key === 'ArrowDown' && wanted >= cards.length && hasRowBelow(cards, at, columns)) {
    return cards.length - 1;
  }
  return cards[wanted] ? wanted : at;
}

/** Number of cards in the first row. */
function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.getBoundingClientRect().top;
  const next = cards.findIndex((card) => card.getBoundingClientRect().top !== top);
  return next > 0 ? next : cards.length;
}

const hasRowBelow = (cards: readonly HTMLElement[], at: number, columns: number): boolean =>
  Math.floor(at / columns) < Math.floor((cards.length - 1) / columns);

/** Sets the tab stop; unchanged values are not written, because writes are observed. */
function setStop(element: HTMLElement, isStop: boolean): void {
  const wanted = isStop ? '0' : '-1';
  if (element.getAttribute('tabindex') !== wanted) element.setAttribute('tabindex', wanted);
}

/** Moves the keyboard through the cards (`article`) inside the element that it gives the returned reference to. */
function useCardKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    const feed = list.current;
    if (!feed) return undefined;
    let current: HTMLElement | null = null;
    let isPressing = false;
    let byPointer = false;
    const cards = () => [...feed.querySelectorAll<HTMLElement>('article')];
    const update = () => {
      const all = cards();
      if (!current || !all.includes(current)) current = all[0] ?? null;
      for (const card of all) {
        setStop(card, card === current);
        for (const control of card.querySelectorAll<HTMLElement>(controls)) {
          setStop(control, card === current);
        }
      }
    };
    const cardOf = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('article') : null;
    const onFocus = (event: FocusEvent) => {
      byPointer = isPressing;
      const card = cardOf(event);
      if (!card || card === current) return;
      current = card;
      update();
    };
    const onKey = (event: KeyboardEvent) => {
      const card = cardOf(event);
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!card || isModified || event.defaultPrevented) return;
      const isOnCard = event.target === card;
      if (event.target instanceof Element && event.target.closest(popups)) return;
      if (!isOnCard && event.key === 'Escape') {
        card.focus();
        return;
      }
      // After a click these keys scroll, as on every page.
      if (byPointer || (!isOnCard && !event.key.startsWith('Page'))) return;
      const all = cards();
      const next = target(all, all.indexOf(card), event.key);
      if (next === null) return;
      event.preventDefault();
      all[next]?.focus();
    };
    const press = () => {
      isPressing = true;
    };
    const release = () => {
      isPressing = false;
    };
    update();
    // Cards come and go, and so do controls inside them.
    const watch = new MutationObserver(update);
    watch.observe(feed, { childList: true, subtree: true, attributeFilter: ['tabindex', 'href'] });
    feed.addEventListener('focusin', onFocus);
    feed.addEventListener('keydown', onKey);
    feed.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      watch.disconnect();
      feed.removeEventListener('focusin', onFocus);
      feed.removeEventListener('keydown', onKey);
      feed.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);
  return list;
}

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

interface CardsProps {
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

interface ItemRowsProps {
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

interface SkeletonRowsProps {
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
