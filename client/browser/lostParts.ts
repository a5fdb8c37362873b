/** Parts of the frame whose files did not come: nobody asked for them by a press, so the frame itself offers a reload. */
import { useSyncExternalStore } from 'react';

const lost = new Set<string>();
const listeners = new Set<() => void>();

function mark(name: string, isLost: boolean): void {
  if (isLost) lost.add(name);
  else lost.delete(name);
  for (const listener of listeners) listener();
}

/** Loads a part of the frame; one that fails is lost until a later try succeeds. */
export const loadFramePart =
  <Part>(name: string, load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    try {
      const part = await load();
      mark(name, false);
      return part;
    } catch (failure) {
      mark(name, true);
      throw failure;
    }
  };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a part of the frame is lost. */
export const useHasLostPart = (): boolean => useSyncExternalStore(subscribe, () => lost.size > 0);
