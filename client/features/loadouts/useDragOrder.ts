/** Reordering of a list by dragging the handle of a row, with any pointer. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Distance from the edge of the window at which it scrolls, and pixels per movement. */
const edge = 64;
const step = 12;

export const moveTo = (ids: readonly string[], id: string, position: number): string[] => {
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(position, 0, id);
};

export interface DragOrder {
  list: RefObject<HTMLOListElement | null>;
  /** Order while a row is dragged; null otherwise. */
  order: readonly string[] | null;
  dragged: string | null;
  /** Handler of a row's handle. */
  onPointerDown: (id: string, event: PointerEvent) => void;
}

/**
 * @param ids rows in their order
 * @param onDrop called with the new position, counted from 0; not for a row that stays in its place
 */
export function useDragOrder(
  ids: readonly string[],
  onDrop: (id: string, position: number) => void,
): DragOrder {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ id: string; order: readonly string[] } | null>(null);
  const latest = useRef({ ids, drag, onDrop });
  useEffect(() => {
    latest.current = { ids, drag, onDrop };
  });
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const { drag: now } = latest.current;
      if (!now) return;
      if (clientY < edge) scrollBy(0, -step);
      if (clientY > innerHeight - edge) scrollBy(0, step);
      const rows = [...(list.current?.children ?? [])];
      const position = rows.filter((row, place) => {
        const { top, height } = row.getBoundingClientRect();
        return now.order[place] !== now.id && clientY > top + height / 2;
      }).length;
      if (now.order.indexOf(now.id) !== position)
        setDrag({ id: now.id, order: moveTo(now.order, now.id, position) });
    };
    const end = (isDropped: boolean) => {
      const { drag: now, ids: before } = latest.current;
      setDrag(null);
      const position = now?.order.indexOf(now.id) ?? -1;
      if (isDropped && now && before.indexOf(now.id) !== position)
        latest.current.onDrop(now.id, position);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const cancelByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', cancelByKey);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', cancelByKey);
    };
  }, [isDragging]);
  return {
    list,
    order: drag?.order ?? null,
    dragged: drag?.id ?? null,
    onPointerDown(id, event) {
      if (event.button !== 0) return;
      // Otherwise the movement would select text.
      event.preventDefault();
      setDrag({ id, order: ids });
    },
  };
}
