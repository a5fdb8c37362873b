/** Where a search stands, and where those that the reader waits for do. */
export const searchPath = (text: string): string =>
  `/dashboard?${new URLSearchParams({ search: text }).toString()}`;

/** The place of the searches that one waits for, on the page of the reader's own requests. */
export const searchAlertsAnchor = 'searches';
