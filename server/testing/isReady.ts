// Readiness check of a started server.

/** For how long one question waits: something that takes it and never answers is asked again, and given up like something that is not there. */
const questionMs = 5_000;

/** Whether an address gives a good answer at this moment. */
export async function isReady(address: string, withinMs = questionMs): Promise<boolean> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(withinMs) }).catch(() => null);
  // What is not read holds the connection.
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
