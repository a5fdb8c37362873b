// Legal texts over GraphQL.
import type { Resolvers } from '../generated.ts';

export const legal: Resolvers = {
  Query: {
    legalText: (_root, { document, language }, { services }) =>
      services.legalTexts[document][language],
  },
};
