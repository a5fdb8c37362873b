/** The services that are picked to be compared: kept in this tab, a reload loses nothing. */
import { useSyncExternalStore } from 'react';
import { storeText, readStoredText } from '../../browser/draftStorage.ts';
import * as limits from '../../limits/generated.ts';

/** As much of a service as its name needs. */
export interface ComparedItem {
  id: string;
  titleRu: string | null;
  titleEn: string | null;
}

const key = 'loadout.compare';

const isComparedItem = (one: unknown): one is ComparedItem =>
  typeof one === 'object' && one !== null && 'id' in one && typeof one.id === 'string';

function read(): readonly ComparedItem[] {
  try {
    const kept: unknown = JSON.parse(readStoredText(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isComparedItem).slice(0, limits.compared) : [];
  } catch (failure) {
    console.info('What was picked cannot be read', failure);
    return [];
  }
}

let comparedItems: readonly ComparedItem[] | null = null;
const listeners = new Set<() => void>();

const current = (): readonly ComparedItem[] => (comparedItems ??= read());

function set(next: readonly ComparedItem[]): void {
  comparedItems = next;
  storeText(key, next.length > 0 ? JSON.stringify(next) : null);
  for (const listener of listeners) listener();
}

export const clearComparedItems = (): void => set([]);

export const removeComparedItem = (id: string): void =>
  set(current().filter((one) => one.id !== id));

/** Picks a service, or lets it go. Answers false when as many are picked as fit side by side. */
export function toggleComparedItem({ id, titleRu, titleEn }: ComparedItem): boolean {
  if (current().some((one) => one.id === id)) removeComparedItem(id);
  else if (current().length >= limits.compared) return false;
  else set([...current(), { id, titleRu, titleEn }]);
  return true;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useComparedItems = (): readonly ComparedItem[] =>
  useSyncExternalStore(subscribe, current);

/** The address of a comparison. */
export const comparePath = (ids: readonly string[]): string => `/compare?ids=${ids.join(',')}`;

/** The ids that an address names: each once, as many as fit; the rest is told. */
export function readComparedIds(text: string | null): { ids: string[]; isCut: boolean } {
  const named = [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) =>
    /^[1-9]\d{0,9}$/.test(id),
  );
  return { ids: named.slice(0, limits.compared), isCut: named.length > limits.compared };
}
