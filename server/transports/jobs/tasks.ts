// THE TABLE of tasks, and when they run by themselves.
//
// To add one: write server/transports/jobs/<task>.ts exporting a `Task` (a name, `run`), add it to `tasks`, and give it a row in
// `getSchedule` if it runs by the clock. A room stores a job through the port that it declares; services.ts joins the port
// to `jobs.enqueue('<task>', payload)`, on the transaction where there is one.
import { looksAtLinks, type Config } from '../../config/config.ts';
import { checkLinks } from './checkLinks.ts';
import { deliverNotifications } from './deliverNotifications.ts';
import { expireAccess } from './expireAccess.ts';
import { fetchSitePictures } from './fetchSitePictures.ts';
import { deleteExpired } from './deleteExpired.ts';
import { lookAtReported } from './lookAtReported.ts';
import { makeNotifications } from './makeNotifications.ts';
import { recordDueReviews } from './recordDueReviews.ts';
import { sendAccessRequests } from './sendAccessRequests.ts';
import { sendWebhooks } from './sendWebhooks.ts';
import { settleComplaints } from './settleComplaints.ts';
import { settleProposals } from './settleProposals.ts';
import { showAccessMessages } from './showAccessMessages.ts';
import { sync } from './sync.ts';
import type { ScheduleEntry, Task } from './task.ts';
import { tellInTelegram } from './tellInTelegram.ts';
import { tellWishes } from './tellWishes.ts';
import { translateItems } from './translateItems.ts';
import { translateUseCases } from './translateUseCases.ts';
import { writeBookmarks } from './writeBookmarks.ts';
import { writeTasks } from './writeTasks.ts';

export const tasks: Task[] = [
  checkLinks,
  deliverNotifications,
  expireAccess,
  fetchSitePictures,
  deleteExpired,
  lookAtReported,
  makeNotifications,
  recordDueReviews,
  sendAccessRequests,
  sendWebhooks,
  settleComplaints,
  settleProposals,
  showAccessMessages,
  sync,
  tellInTelegram,
  tellWishes,
  translateItems,
  translateUseCases,
  writeBookmarks,
  writeTasks,
];

/** Runs that a source of bookmarks asks for; without one there is nothing to synchronise. */
function syncScheduleOf({ syncSchedule, raindrop, bookmarksFile }: Config): ScheduleEntry[] {
  return syncSchedule && (raindrop || bookmarksFile) ? [{ task: 'sync', cron: syncSchedule }] : [];
}

const linkScheduleOf = (config: Config): ScheduleEntry[] =>
  looksAtLinks(config) ? [{ task: 'checkLinks', cron: '15 * * * *' }] : [];

const writingScheduleOf = ({ raindrop }: Config): ScheduleEntry[] =>
  raindrop ? [{ task: 'writeBookmarks', cron: '35 * * * *' }] : [];

/** What runs by the clock. */
export const getSchedule = (config: Config): ScheduleEntry[] => [
  ...syncScheduleOf(config),
  ...writingScheduleOf(config),
  ...linkScheduleOf(config),
  // Beside the links: what is fresh is not asked for again.
  ...(config.sitePictures ? [{ task: 'fetchSitePictures', cron: '20 * * * *' }] : []),
  // What is still open after every try of a job is tried again once a day.
  { task: 'translateUseCases', cron: '10 4 * * *' },
  { task: 'translateItems', cron: '20 4 * * *' },
  { task: 'writeTasks', cron: '50 4 * * *' },
  { task: 'sendAccessRequests', cron: '30 * * * *' },
  { task: 'expireAccess', cron: '25 * * * *' },
  { task: 'settleComplaints', cron: '*/5 * * * *' },
  { task: 'settleProposals', cron: '55 * * * *' },
  { task: 'makeNotifications', cron: '* * * * *' },
  { task: 'deliverNotifications', cron: '* * * * *' },
  { task: 'recordDueReviews', cron: '50 * * * *' },
  { task: 'sendWebhooks', cron: '* * * * *' },
  { task: 'tellWishes', cron: '5 * * * *' },
  { task: 'forgetStale', cron: '40 * * * *' },
];
