/** Services chosen for comparison, stored in this tab. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { storeText, readStoredText } from '../../browser/draftStorage.ts';
import * as limits from '../../limits/generated.ts';
import { notify } from '../../design/notify.ts';

/** Fields for the name of a service. */
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

/** Adds or removes a service. Returns false when the limit is reached. */
function toggleComparedItem({ id, titleRu, titleEn }: ComparedItem): boolean {
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

/** Unique ids of an address up to the limit; `isCut` when there are more. */
export function readComparedIds(text: string | null): { ids: string[]; isCut: boolean } {
  const named = [...new Set((text ?? '').split(',').map((id) => id.trim()))].filter((id) =>
    /^[1-9]\d{0,9}$/.test(id),
  );
  return { ids: named.slice(0, limits.compared), isCut: named.length > limits.compared };
}

/** Toggle that adds a service to the comparison or removes it. */
export function useCompareToggle(item: ComparedItem): { isPicked: boolean; toggle: () => void } {
  const { t } = useTranslation('dashboard');
  const isPicked = useComparedItems().some(({ id }) => id === item.id);
  const toggle = () => {
    if (!toggleComparedItem(item)) notify.info(t('compare.full', { count: limits.compared }));
  };
  return { isPicked, toggle };
}
