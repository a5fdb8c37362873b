/** Index of the current quote, changed every 10 seconds unless paused or hidden. */
import { useEffect, useState } from 'react';

const quoteRotationMs = 10_000;
export const quoteFadeMs = 500;

export interface QuoteRotation {
  index: number;
  /** True while the old quote fades out. */
  fading: boolean;
}

/** Index of the first quote: the same for everybody on one day. */
export const quoteOfTheDay = (count: number, now: Date = new Date()): number =>
  Math.floor(now.getTime() / 86_400_000) % count;

export function useQuoteRotation(count: number, isPaused: boolean): QuoteRotation {
  const [rotation, setRotation] = useState<QuoteRotation>(() => ({
    index: quoteOfTheDay(count),
    fading: false,
  }));
  useEffect(() => {
    if (isPaused) return undefined;
    let fade: ReturnType<typeof setTimeout> | undefined;
    const turn = setInterval(() => {
      if (document.hidden) return;
      setRotation(({ index }) => ({ index, fading: true }));
      fade = setTimeout(
        () => setRotation(({ index }) => ({ index: (index + 1) % count, fading: false })),
        quoteFadeMs,
      );
    }, quoteRotationMs);
    return () => {
      clearInterval(turn);
      clearTimeout(fade);
    };
  }, [count, isPaused]);
  return { index: rotation.index, fading: rotation.fading && !isPaused };
}
