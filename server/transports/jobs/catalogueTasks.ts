// Tasks of the catalogue: links, pictures, embeddings, and the end of complaints and proposals that were fulfilled.
import { z } from 'zod';
import { checksLinks } from '../../config/config.ts';
import type { Task } from './task.ts';

/** Checks the links that are due; one that stays broken becomes an inconsistency. */
export const checkLinks: Task = {
  name: 'checkLinks',
  cron: (config) => (checksLinks(config) ? '15 * * * *' : null),
  async run(_payload, { services, log, signal }) {
    const { checked, broken, isCut } = await services.links.checkDue(signal);
    if (checked > 0) log.info({ checked, broken, isCut }, 'Links were checked');
  },
};

const reportedItem = z.strictObject({ itemId: z.int() });

/** Checks a link that was reported as broken, and closes the complaints when it works. */
export const checkReportedLink: Task = {
  name: 'checkReportedLink',
  formerName: 'lookAtReported',
  async run(payload, { services, log, signal }) {
    const check = await services.links.checkReportedLink(
      reportedItem.parse(payload).itemId,
      signal,
    );
    if (check)
      log.info({ itemId: check.itemId, state: check.state }, 'A reported link was checked');
    await services.complaintReview.closeEnded();
  },
};

/** Reads pictures from the sites of items whose bookmarks have none. */
export const fetchSitePictures: Task = {
  name: 'fetchSitePictures',
  cron: ({ sitePictures }) => (sitePictures ? '20 * * * *' : null),
  async run(_payload, { services, log, signal }) {
    const { looked, found } = await services.sitePictures.fetchDue(signal);
    if (looked > 0) log.info({ looked, found }, 'Sites were read for pictures');
  },
};

/** Computes the embeddings of items whose texts have changed; a round that the model does not answer continues in the next minute. */
export const embedItems: Task = {
  name: 'embedItems',
  atStart: true,
  cron: ({ embeddings }) => (embeddings ? '* * * * *' : null),
  async run(_payload, { services, log, signal }) {
    if (!services.embeddingRounds) return;
    const { embedded, refused } = await services.embeddingRounds.embedPending(signal);
    if (embedded > 0) log.info(`Computed the embeddings of ${embedded} items`);
    if (refused > 0) log.warn(`The embedding model refuses the texts of ${refused} items`);
  },
};

/** Closes complaints whose cause has ended: the link works, a translation or picture is there, duplicates are merged. */
export const closeResolvedComplaints: Task = {
  name: 'closeResolvedComplaints',
  formerName: 'settleComplaints',
  cron: '*/5 * * * *',
  async run(_payload, { services, log }) {
    const closed = await services.complaintReview.closeEnded();
    if (closed > 0) log.info(`Closed ${closed} complaints whose cause has ended`);
  },
};

/** Closes proposals of services that have been added, by whatever way. */
export const closeAddedProposals: Task = {
  name: 'closeAddedProposals',
  formerName: 'settleProposals',
  cron: '55 * * * *',
  async run(_payload, { services, log }) {
    const closed = await services.proposals.closeFulfilled();
    if (closed > 0) log.info(`Closed ${closed} proposals of services that were added`);
  },
};
