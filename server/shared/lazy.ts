// What is costly to load and may never be needed: packages for services that are not configured or not called.

/** Loads at the first call; every call answers the same. */
export function lazy<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => (loaded ??= load());
}
