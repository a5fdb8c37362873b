// Task table of the job queue, with the schedule of each task.
//
// To add one: write server/transports/jobs/<task>.ts exporting a `Task` (a name, `run`), add it to `tasks`, and give it a row in
// `getSchedule` if it runs by the clock. A module stores a job through the port that it declares; composition.ts joins the
// port to `jobs.enqueue('<task>', payload)`, on the transaction where there is one.
import { checksLinks, type Config } from '../../config/config.ts';
import { checkLinks } from './checkLinks.ts';
import { deliverNotifications } from './deliverNotifications.ts';
import { embedItems } from './embedItems.ts';
import { expireAccess } from './expireAccess.ts';
import { fetchSitePictures } from './fetchSitePictures.ts';
import { deleteExpired } from './deleteExpired.ts';
import { checkReportedLink } from './checkReportedLink.ts';
import { createNotifications } from './createNotifications.ts';
import { recordDueReviews } from './recordDueReviews.ts';
import { sendAccessRequests } from './sendAccessRequests.ts';
import { sendWebhooks } from './sendWebhooks.ts';
import { closeResolvedComplaints } from './closeResolvedComplaints.ts';
import { closeAddedProposals } from './closeAddedProposals.ts';
import { updateAccessMessages } from './updateAccessMessages.ts';
import { sync } from './sync.ts';
import type { ScheduleEntry, Task } from './task.ts';
import { sendTelegramMessage } from './sendTelegramMessage.ts';
import { sendReminders } from './sendReminders.ts';
import { sendSearchAlerts } from './sendSearchAlerts.ts';
import { translateItems } from './translateItems.ts';
import { translateLoadouts } from './translateLoadouts.ts';
import { translateUseCases } from './translateUseCases.ts';
import { watchSources } from './watchSources.ts';
import { writeBookmarks } from './writeBookmarks.ts';
import { writeItemTasks } from './writeItemTasks.ts';

export const tasks: Task[] = [
  checkLinks,
  deliverNotifications,
  embedItems,
  expireAccess,
  fetchSitePictures,
  deleteExpired,
  checkReportedLink,
  createNotifications,
  recordDueReviews,
  sendAccessRequests,
  sendWebhooks,
  closeResolvedComplaints,
  closeAddedProposals,
  updateAccessMessages,
  sync,
  sendTelegramMessage,
  sendReminders,
  sendSearchAlerts,
  translateItems,
  translateUseCases,
  translateLoadouts,
  watchSources,
  writeBookmarks,
  writeItemTasks,
];

/** Runs that a source of bookmarks asks for; without one there is nothing to synchronise. */
function syncScheduleOf({ syncSchedule, raindrop, bookmarksFile }: Config): ScheduleEntry[] {
  return syncSchedule && (raindrop || bookmarksFile) ? [{ task: 'sync', cron: syncSchedule }] : [];
}

const linkScheduleOf = (config: Config): ScheduleEntry[] =>
  checksLinks(config) ? [{ task: 'checkLinks', cron: '15 * * * *' }] : [];

const writingScheduleOf = ({ raindrop }: Config): ScheduleEntry[] =>
  raindrop ? [{ task: 'writeBookmarks', cron: '35 * * * *' }] : [];

/** Scheduled tasks. */
export const getSchedule = (config: Config): ScheduleEntry[] => [
  ...syncScheduleOf(config),
  ...writingScheduleOf(config),
  ...linkScheduleOf(config),
  // Beside the links: what is fresh is not asked for again.
  ...(config.sitePictures ? [{ task: 'fetchSitePictures', cron: '20 * * * *' }] : []),
  ...(config.sourceWatch ? [{ task: 'watchSources', cron: '0 * * * *' }] : []),
  ...(config.embeddings ? [{ task: 'embedItems', cron: '* * * * *' }] : []),
  // What is still open after every try of a job is tried again once a day.
  { task: 'translateUseCases', cron: '10 4 * * *' },
  { task: 'translateLoadouts', cron: '15 4 * * *' },
  { task: 'translateItems', cron: '20 4 * * *' },
  { task: 'writeItemTasks', cron: '50 4 * * *' },
  { task: 'sendAccessRequests', cron: '30 * * * *' },
  { task: 'expireAccess', cron: '25 * * * *' },
  { task: 'closeResolvedComplaints', cron: '*/5 * * * *' },
  { task: 'closeAddedProposals', cron: '55 * * * *' },
  { task: 'createNotifications', cron: '* * * * *' },
  { task: 'deliverNotifications', cron: '* * * * *' },
  { task: 'recordDueReviews', cron: '50 * * * *' },
  { task: 'sendReminders', cron: '45 * * * *' },
  { task: 'sendWebhooks', cron: '* * * * *' },
  { task: 'sendSearchAlerts', cron: '5 * * * *' },
  { task: 'deleteExpired', cron: '40 * * * *' },
];
