// Fetches pictures from the sites of items whose bookmarks have none.
import type { Task } from './task.ts';

export const fetchSitePictures: Task = {
  name: 'fetchSitePictures',
  async run(_payload, { services, log, signal }) {
    const { looked, found } = await services.sitePictures.fetchDue(signal);
    if (looked > 0) log.info({ looked, found }, 'Sites were looked at for pictures');
  },
};
