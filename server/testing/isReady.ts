// Readiness check of a started server.

/** Time limit of one request: a server that accepts it and never answers counts as unreachable. */
const questionMs = 5_000;

/** Tells if an address answers with a success now. */
export async function isReady(address: string, withinMs = questionMs): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(withinMs) }).catch(() => null);
  // An unread body holds the connection.
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
