// Lazy loading of optional packages.

/** Loads on the first call; every call returns the same promise. */
export function lazy<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => (loaded ??= load());
}
