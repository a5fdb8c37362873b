/** Parts of the page that are loaded later: without a connection they are late, and nothing breaks. */

/**
 * Loads a part. Without a connection it waits for the next one instead of failing; rejects when the part does not
 * come although there is a connection.
 */
export async function whenConnected<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (failure) {
    if (navigator.onLine) throw failure;
    console.info('A part of the page waits for the connection', failure);
    await new Promise((done) => {
      window.addEventListener('online', done, { once: true });
    });
    return whenConnected(load);
  }
}
