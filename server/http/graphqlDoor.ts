// POST /graphql: a request as Apollo wants it, and its answer, which is encoded already, sent as it is.
import { HeaderMap, type ApolloServer } from '@apollo/server';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../graphql/context.ts';
import { refuseAbusiveDocument } from '../graphql/documentShape.ts';
import { bytesOf, type EncodedText } from '../graphql/finishedText.ts';
import type { ContextMaker } from './session.ts';

function headersOf({ headers }: Request): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return map;
}

/**
 * The door in place of Apollo's own for Express, which encodes each answer as a whole.
 *
 * @param apollo writes its answers by `writeJson`
 */
export const graphqlDoor =
  (apollo: ApolloServer<Context>, makeContext: ContextMaker): RequestHandler =>
  async (request, response) => {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers: headersOf(request),
        search: '',
        body: request.body as unknown,
      },
      context: async () => {
        refuseAbusiveDocument((request.body as { query?: unknown } | null)?.query);
        return makeContext(request, response, { takesFinishedParts: true });
      },
    });
    if (body.kind !== 'complete') throw new Error('GraphQL answered in parts');
    response.status(status ?? 200);
    for (const [name, value] of headers) response.setHeader(name, value);
    // As REST does: with its length, which `end` leaves out where an answer could be packed.
    response.send(bytesOf(body.string as EncodedText));
  };
