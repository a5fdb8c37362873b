// Requests for access over GraphQL.
import type { Resolvers } from '../generated.ts';

export const access: Resolvers = {
  Query: {
    myAccessRequests: (_root, _args, { viewer, services }) => services.access.own(viewer),
  },
  Mutation: {
    requestAccess: (_root, { input: { idempotencyKey, ...wanted } }, { viewer, services }) =>
      services.access.request(viewer, {
        ...wanted,
        idempotencyKey: idempotencyKey && String(idempotencyKey),
      }),
  },
};
