/** Stands in the place of Vite's own helper for parts that are loaded later (client/vite/laterPartsPlugin.ts). */
import { ownFetch } from './ownFetch.ts';

/** What is under way or there, by file; what has failed is forgotten, so that it can be tried again. */
const coming = new Map<string, Promise<void>>();

/** The page's HTML asks for it by itself. */
const isInPage = (file: string): boolean =>
  document.querySelector(`link[rel=modulepreload][href="/${file}"], script[src="/${file}"]`) !==
  null;

async function fetchFile(file: string): Promise<void> {
  // The failure is worded as the browser's own: client/browser/missingChunk.ts knows it by its words.
  const failed = (cause?: unknown) =>
    new TypeError(`Failed to fetch dynamically imported module: /${file}`, { cause });
  const response = await ownFetch(`/${file}`).catch((failure: unknown) => {
    throw failed(failure);
  });
  if (!response.ok) throw failed();
  // Only what was read to its end is there for the import.
  await response.arrayBuffer();
}

function bring(file: string): Promise<void> {
  const known = coming.get(file);
  if (known) return known;
  const bringing = isInPage(file) ? Promise.resolve() : fetchFile(file);
  coming.set(file, bringing);
  bringing.catch(() => coming.delete(file));
  return bringing;
}

/**
 * Imports a part once all its files are there. A browser remembers for good that the file of a module did not come, and
 * never asks for it again; a file that was only fetched it does ask for again.
 */
export async function importLater<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part | undefined> {
  try {
    await Promise.all(files.map(bring));
    return await load();
  } catch (failure) {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
      payload: failure,
    });
    window.dispatchEvent(event);
    if (!event.defaultPrevented) throw failure;
    return undefined;
  }
}
