// Long tasks: they have their own worker slots, so that short tasks never wait for them.

/** Names of the tasks that ask a language model, sites or the bookmark provider for all that is pending. */
export const longTasks: ReadonlySet<string> = new Set([
  'checkLinks',
  'embedItems',
  'fetchSitePictures',
  'sync',
  'translateItems',
  'translateLoadouts',
  'translateUseCases',
  'watchSources',
  'writeBookmarks',
  'writeItemTasks',
]);
