/** Texts of a dialog that are neither saved nor on their way: closing asks about them. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Saves a text as it stands; answers whether it is safe now. */
export type SaveText = () => Promise<boolean>;
/** Says that the text with this key is unsaved, or (null) is not any more. */
export type OnUnsaved = (key: string, save: SaveText | null) => void;

export interface UnsavedTexts {
  keys: string[];
  onUnsaved: OnUnsaved;
  /** Saves all of them; answers whether all are safe. */
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

/** Reports one text while it is unsaved; at once, so that no Escape comes in between. */
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
