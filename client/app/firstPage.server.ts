/**
 * The page's first questions as the server runs them: built into a file of its own
 * (client/vite.firstPage.config.ts), which server/transports/http/firstPageData.ts reads.
 */
import { addTypenameToDocument } from '@apollo/client/utilities';
import { print, type DocumentNode } from 'graphql';
import { firstDocuments, firstQueries, type FirstQuery, type FirstReader } from './firstQueries.ts';

/** The text of each question, as the page's own client would send it. */
const texts = Object.fromEntries(
  Object.entries(firstDocuments).map(([name, document]): [string, string] => [
    name,
    print(addTypenameToDocument(document as DocumentNode)),
  ]),
);

/** What the server runs for a page, in order. */
export const questionsOf = (
  place: { pathname: string; search: string },
  reader: FirstReader,
): (FirstQuery & { query: string })[] =>
  firstQueries(place, reader).map((question) => ({
    ...question,
    query: texts[question.name] ?? '',
  }));
