// Which tasks may take minutes. They have slots of their own, so that nothing short waits for them: a message of the bot, a mail, the
// end of somebody's access.

/** The names of the tasks that ask a language model, sites or the bookmarks service for as much as is open. */
export const longTasks: ReadonlySet<string> = new Set([
  'checkLinks',
  'fetchSitePictures',
  'sync',
  'translateItems',
  'translateUseCases',
  'writeBookmarks',
  'writeItemTasks',
]);
