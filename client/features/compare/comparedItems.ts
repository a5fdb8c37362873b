/** The services that are picked to be compared: kept in this tab, a reload loses nothing. */
import { useSyncExternalStore } from 'react';
import { keep, readKept } from '../../browser/draftStorage.ts';
import * as limits from '../../limits/generated.ts';

/** As much of a service as its name needs. */
export interface Picked {
  id: string;
  titleRu: string | null;
  titleEn: string | null;
}

const key = 'loadout.compare';

const isPicked = (one: unknown): one is Picked =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';

function read(): readonly Picked[] {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPicked).slice(0, limits.compared) : [];
  } catch (failure) {
    console.info('What was picked cannot be read', failure);
    return [];
  }
}

let picked: readonly Picked[] | null = null;
const listeners = new Set<() => void>();

const current = (): readonly Picked[] => (picked ??= read());

function set(next: readonly Picked[]): void {
  picked = next;
  keep(key, next.length > 0 ? JSON.stringify(next) : null);
  for (const listener of listeners) listener();
}

export const clearPicked = (): void => set([]);

export const dropPicked = (id: string): void => set(current().filter((one) => one.id !== id));

/** Picks a service, or lets it go. Answers false when as many are picked as fit side by side. */
export function togglePicked({ id, titleRu, titleEn }: Picked): boolean {
  if (current().some((one) => one.id === id)) dropPicked(id);
  else if (current().length >= limits.compared) return false;
  else set([...current(), { id, titleRu, titleEn }]);
  return true;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePicked = (): readonly Picked[] => useSyncExternalStore(subscribe, current);

/** The address of a comparison. */
export const comparePath = (ids: readonly string[]): string => `/compare?ids=${ids.join(',')}`;

/** The ids that an address names: each once, as many as fit; the rest is told. */
export function readComparedIds(text: string | null): { ids: string[]; isCut: boolean } {
  const named = [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) =>
    /^[1-9]\d{0,9}$/.test(id),
  );
  return { ids: named.slice(0, limits.compared), isCut: named.length > limits.compared };
}
