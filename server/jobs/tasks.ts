// THE TABLE of tasks, and when they run by themselves.
//
// To add one: write server/jobs/<task>.ts exporting a `Task` (a name, `run`), add it to `tasks`, and give it a row in
// `getSchedule` if it runs by the clock. A room stores a job through the port that it declares; services.ts joins the port
// to `jobs.enqueue('<task>', payload)`, on the transaction where there is one.
import type { Config } from '../config.ts';
import { checkLinks } from './checkLinks.ts';
import { fetchSitePictures } from './fetchSitePictures.ts';
import { forgetStale } from './forgetStale.ts';
import { sendAccessRequests } from './sendAccessRequests.ts';
import { settleProposals } from './settleProposals.ts';
import { sync } from './sync.ts';
import type { ScheduleEntry, Task } from './task.ts';
import { tellInTelegram } from './tellInTelegram.ts';
import { translateItems } from './translateItems.ts';
import { translateUseCases } from './translateUseCases.ts';
import { writeBookmarks } from './writeBookmarks.ts';
import { writeTasks } from './writeTasks.ts';

export const tasks: Task[] = [
  checkLinks,
  fetchSitePictures,
  forgetStale,
  sendAccessRequests,
  settleProposals,
  sync,
  tellInTelegram,
  translateItems,
  translateUseCases,
  writeBookmarks,
  writeTasks,
];

/** Runs that a source of bookmarks asks for; without one there is nothing to synchronise. */
function syncScheduleOf({ syncSchedule, raindrop, bookmarksFile }: Config): ScheduleEntry[] {
  return syncSchedule && (raindrop || bookmarksFile) ? [{ task: 'sync', cron: syncSchedule }] : [];
}

/** Links are looked at where the catalogue is in earnest: in production, or with bookmarks of one's own. */
function linkScheduleOf({ environment, raindrop, bookmarksFile }: Config): ScheduleEntry[] {
  const checksRealLinks =
    environment === 'production' || (environment !== 'test' && Boolean(raindrop ?? bookmarksFile));
  return checksRealLinks ? [{ task: 'checkLinks', cron: '15 * * * *' }] : [];
}

/** What runs by the clock. */
export const getSchedule = (config: Config): ScheduleEntry[] => [
  ...syncScheduleOf(config),
  ...linkScheduleOf(config),
  // Beside the links: what is fresh is not asked for again.
  ...(config.sitePictures ? [{ task: 'fetchSitePictures', cron: '20 * * * *' }] : []),
  // What is still open after every try of a job is tried again once a day.
  { task: 'translateUseCases', cron: '10 4 * * *' },
  { task: 'translateItems', cron: '20 4 * * *' },
  { task: 'writeTasks', cron: '50 4 * * *' },
  { task: 'sendAccessRequests', cron: '30 * * * *' },
  { task: 'settleProposals', cron: '55 * * * *' },
  { task: 'forgetStale', cron: '40 * * * *' },
];
