/** Delayed removal of complaints that have left the filter. */
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Milliseconds that a complaint stays visible after it has left the filter. */
export const rowExitMs = 3000;

export interface RowExit {
  ids: ReadonlySet<string>;
  /** Removes them after `rowExitMs`; a focus inside moves to the next row. */
  begin: (ids: readonly string[]) => void;
}

/** `list` holds the rows (`data-row`, `data-id`); `filters` takes the focus when none is left. */
export function useRowExit(
  list: RefObject<HTMLElement | null>,
  filters: RefObject<HTMLElement | null>,
): RowExit {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const end = (ids: readonly string[]) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const isLeaving = (row: HTMLElement | undefined) =>
      row?.dataset['leaving'] !== undefined && ids.includes(row.dataset['id'] ?? '');
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (isLeaving(rows[at])) {
      const staying = (row: HTMLElement) => !isLeaving(row);
      const next = rows.slice(at + 1).find(staying) ?? rows.slice(0, at).findLast(staying);
      (next ?? filters.current?.querySelector<HTMLElement>('[aria-pressed=true]'))?.focus();
    }
    setLeaving((before) => new Set([...before].filter((id) => !ids.includes(id))));
  };
  const begin = (ids: readonly string[]) => {
    setLeaving((before) => new Set([...before, ...ids]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      end(ids);
    }, rowExitMs);
    timers.current.add(timer);
  };
  return { ids: leaving, begin };
}
