/**
 * Queries of the first page, bundled for the server (client/vite.firstPage.config.ts) that runs them in
 * server/transports/http/firstPageData.ts.
 */
import { addTypenameToDocument } from '@apollo/client/utilities';
import { print, type DocumentNode } from 'graphql';
import { ServicePageDocument } from '../items/generated.ts';
import { firstDocuments, firstQueries, type FirstQuery, type FirstReader } from './firstQueries.ts';

/** Text of each query, as the client of the page would send it. */
const texts = Object.fromEntries(
  Object.entries({ ...firstDocuments, ServicePage: ServicePageDocument }).map(
    ([name, document]): [string, string] => [
      name,
      print(addTypenameToDocument(document as DocumentNode)),
    ],
  ),
);

/** Queries that the server runs for a page, in order. */
export const questionsOf = (
  place: { pathname: string; search: string },
  reader: FirstReader,
): (FirstQuery & { query: string })[] =>
  firstQueries(place, reader).map((question) => ({
    ...question,
    query: texts[question.name] ?? '',
  }));
