// Long tasks: they have their own worker slots, so that short tasks never wait for them.

/** The names of the tasks that ask a language model, sites or the bookmarks service for as much as is open. */
export const longTasks: ReadonlySet<string> = new Set([
  'checkLinks',
  'embedItems',
  'fetchSitePictures',
  'sync',
  'translateItems',
  'translateUseCases',
  'watchSources',
  'writeBookmarks',
  'writeItemTasks',
]);
