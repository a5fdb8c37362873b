/** Links to a search and to the reader's search alerts. */
export const searchPath = (text: string): string =>
  `/dashboard?${new URLSearchParams({ search: text }).toString()}`;

/** The place of the searches that one waits for, on the page of the reader's own requests. */
export const searchAlertsAnchor = 'searches';
