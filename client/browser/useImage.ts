/** Lazily loaded picture through the image proxy. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { fetchImage } from './imageRetry.ts';

export interface LoadedImage<Element extends HTMLElement> {
  /** Put it on the element that stands for the picture. */
  ref: RefObject<Element | null>;
  /** An address to show; null while loading, and for ever after a failure. */
  source: string | null;
  /** To be called when the browser cannot show what came. */
  onError: () => void;
}

/** `eager` skips waiting for the screen: for the first row of a list. */
export function useImage<Element extends HTMLElement>(
  url: string | null | undefined,
  eager = false,
): LoadedImage<Element> {
  const ref = useRef<Element>(null);
  const [near, setNear] = useState(eager);
  const [loaded, setLoaded] = useState<{ url: string; source: string } | null>(null);

  useEffect(() => {
    const element = ref.current;
    if (near || !element || !url) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, url]);

  useEffect(() => {
    if (!near || !url) return undefined;
    const work = new AbortController();
    let source: string | null = null;
    fetchImage(url, work.signal).then(
      (blob) => {
        if (!blob || work.signal.aborted) return;
        source = URL.createObjectURL(blob);
        setLoaded({ url, source });
      },
      (failure: unknown) => {
        if (!work.signal.aborted) console.error('A picture could not be read', failure);
      },
    );
    return () => {
      work.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [near, url]);

  return {
    ref,
    source: loaded && loaded.url === url ? loaded.source : null,
    onError: () => setLoaded(null),
  };
}
