/** Picture through the image proxy as a hook: lazy, with retries and a limit of requests (specification, section 8). */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { ownFetch } from './serverCalls.ts';

/** Path of a picture: other sites' pictures come through the proxy. */
const imagePath = (url: string): string =>
  /^https?:/i.test(url) && new URL(url).origin !== location.origin
    ? `/api/v1/proxy/image?url=${encodeURIComponent(url)}`
    : url;

const firstImageWaitMs = 1000;
const maxImageWaitMs = 10_000;

/** Status and size in bytes; null without an answer. */
type ImageAnswer = { status: number; size: number } | null;

type ImageStep =
  | { do: 'show' }
  /** `forEver`: the picture is gone (410) and is never asked for again. */
  | { do: 'fail'; forEver: boolean }
  | { do: 'wait'; ms: number };

/** Next step after an answer; `refusals` counts the earlier 429 answers. */
function imageStep(answer: ImageAnswer, refusals: number): ImageStep {
  if (answer === null) return { do: 'fail', forEver: false };
  if (answer.status === 429) {
    return { do: 'wait', ms: Math.min(firstImageWaitMs * 2 ** refusals, maxImageWaitMs) };
  }
  if (answer.status === 410) return { do: 'fail', forEver: true };
  const isPicture = answer.status >= 200 && answer.status < 300 && answer.size > 0;
  return isPicture ? { do: 'show' } : { do: 'fail', forEver: false };
}

const goneForEver = new Set<string>();

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** The proxy fetches no more than these at once for a person, and refuses the next (429). */
export const imageConcurrency = 4;
let running = 0;
const waiting: Array<() => void> = [];

/** Runs the work when a slot is free. */
async function withConcurrencyLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < imageConcurrency) running += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Answer of the proxy, and the picture if it is one. */
async function ask(
  url: string,
  signal: AbortSignal,
): Promise<{ answer: ImageAnswer; blob: Blob | null }> {
  const response = await ownFetch(imagePath(url), { signal }).catch((failure: unknown) => {
    if (signal.aborted) throw failure;
    return null;
  });
  const blob = response?.ok ? await response.blob() : null;
  return { answer: response && { status: response.status, size: blob?.size ?? 0 }, blob };
}

/** The picture as a blob, or null when it failed. Rejects only when the signal ends the work. */
export async function fetchImage(url: string, signal: AbortSignal): Promise<Blob | null> {
  for (let refusals = 0; ; refusals += 1) {
    if (goneForEver.has(url)) return null;
    const { answer, blob } = await withConcurrencyLimit(() => ask(url, signal));
    const step = imageStep(answer, refusals);
    if (step.do === 'show') return blob;
    if (step.do === 'fail') {
      if (step.forEver) goneForEver.add(url);
      return null;
    }
    await pause(step.ms, signal);
  }
}

interface LoadedImage<Element extends HTMLElement> {
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
