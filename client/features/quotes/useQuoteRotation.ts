/** Which quote is to be seen: the next one after 10 seconds, unless somebody reads or nobody looks. */
import { useEffect, useState } from 'react';

const quoteRotationMs = 10_000;
export const quoteFadeMs = 500;

export interface QuoteRotation {
  index: number;
  /** True for the half second in which the old quote leaves. */
  fading: boolean;
}

/** A quote a day begins: the same for everybody, another one tomorrow. */
export const quoteOfTheDay = (count: number, now: Date = new Date()): number =>
  Math.floor(now.getTime() / 86_400_000) % count;

export function useQuoteRotation(count: number, held: boolean): QuoteRotation {
  const [rotation, setRotation] = useState<QuoteRotation>(() => ({
    index: quoteOfTheDay(count),
    fading: false,
  }));
  useEffect(() => {
    if (held) return undefined;
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
  }, [count, held]);
  return { index: rotation.index, fading: rotation.fading && !held };
}
