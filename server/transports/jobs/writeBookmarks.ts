// Write-back of changes that have not reached the bookmark provider, after an outage or a stopped server.
import type { Task } from './task.ts';

export const writeBookmarks: Task = {
  name: 'writeBookmarks',
  atStart: true,
  /**
   * New bookmarks, those of merges and edits, each whatever becomes of the others. A service that is away is the queue's to wait
   * for; what it refuses is tried again by the clock, and what it has changed meanwhile waits as an inconsistency.
   */
  async run(_payload, { services, log, signal }) {
    const parts = {
      'new bookmarks': () => services.additions.createRequestedBookmarks(signal),
      'other bookmarks of merges': () => services.merges.applyPendingBookmarks(signal),
      'changed bookmarks': () => services.bookmarkWriter.writeAll(signal),
    };
    const problems: string[] = [];
    const faults: unknown[] = [];
    for (const [what, write] of Object.entries(parts)) {
      try {
        const { written, remaining, reason, retryReason } = await write();
        if (written > 0) log.info({ written }, `Wrote ${what}`);
        if (retryReason) problems.push(`${remaining} ${what}: ${retryReason}`);
        else if (remaining > 0)
          log.warn({ remaining, reason }, `Not written, and not before the clock: ${what}`);
      } catch (error) {
        faults.push(error);
      }
    }
    signal.throwIfAborted();
    if (faults.length > 0) throw faults[0];
    if (problems.length > 0) throw new Error(`Not written yet: ${problems.join(', ')}`);
  },
};
