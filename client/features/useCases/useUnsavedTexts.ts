/** Unsaved texts of a dialog, which closing asks about. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Saves the current text; resolves to whether it is saved. */
export type SaveText = () => Promise<boolean>;
/** Registers an unsaved text by key; null removes it. */
export type OnUnsaved = (key: string, save: SaveText | null) => void;

export interface UnsavedTexts {
  keys: string[];
  onUnsaved: OnUnsaved;
  /** Saves all; resolves to whether all are saved. */
  saveAll: SaveText;
}

export function useUnsavedTexts(): UnsavedTexts {
  const [texts, setTexts] = useState<ReadonlyMap<string, SaveText>>(new Map());
  const onUnsaved = useCallback<OnUnsaved>((key, save) => {
    setTexts((former) => {
      const next = new Map(former);
      if (save) next.set(key, save);
      else next.delete(key);
      return next;
    });
  }, []);
  const saveAll = async () => {
    const outcomes = await Promise.all([...texts.values()].map((save) => save()));
    return outcomes.every(Boolean);
  };
  return { keys: [...texts.keys()], onUnsaved, saveAll };
}

/** Reports a text while it is unsaved, in a layout effect so that Escape cannot come in between. */
export function useReportUnsaved(
  key: string,
  isUnsaved: boolean,
  save: SaveText,
  onUnsaved: OnUnsaved | undefined,
): void {
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  useLayoutEffect(() => {
    if (!isUnsaved || !onUnsaved) return undefined;
    onUnsaved(key, () => latest.current());
    return () => onUnsaved(key, null);
  }, [key, isUnsaved, onUnsaved]);
}
