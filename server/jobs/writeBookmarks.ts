// Writes to the bookmarks service what was changed here and did not reach it: the service was away, or the server ended.
import type { Task } from './task.ts';

export const writeBookmarks: Task = {
  name: 'writeBookmarks',
  /** A service that is away is the queue's to wait for; what the service has changed meanwhile waits at the desk. */
  async run(_payload, { services, log, signal }) {
    const made = await services.additions.makeWanted(signal);
    if (made > 0) log.info(`Made ${made} bookmarks of services that were added here`);
    const settled = await services.merges.settleWaiting(signal);
    if (settled > 0) log.info(`Settled the other bookmarks of ${settled} merges`);
    const { written, left, reason } = await services.bookmarkWriter.writeAll(signal);
    if (written > 0) log.info(`Wrote ${written} bookmarks`);
    if (reason?.startsWith('bookmarks') || reason === 'beingDecided')
      throw new Error(`${left} bookmarks are not written yet: ${reason}`);
  },
};
