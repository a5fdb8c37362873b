/** The normalised store of the catalogue's data: what identifies a thing, and which lists replace each other. */
import { InMemoryCache } from '@apollo/client';

/** A fresh cache; one per client. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Values without an identity of their own: the newer one is merged into the older.
      KnowledgeItem: {
        fields: {
          likes: { merge: true },
          experts: { merge: false },
          partnerBadges: { merge: false },
          usedBy: { merge: false },
          expertsToAsk: { merge: false },
          alternatives: { merge: false },
          linkCheck: { merge: true },
          dataRules: { merge: false },
        },
      },
      CurrentUser: { fields: { progress: { merge: true } } },
      // An expert is a person for one item: the same person stands elsewhere with other numbers.
      Expert: { keyFields: false },
      Company: { keyFields: ['key'] },
      PartnerBadge: { keyFields: ['key'] },
      TagInfo: { keyFields: ['tag'] },
      KnowledgePage: { keyFields: false },
      ItemMatch: { keyFields: false },
      ItemReasons: { keyFields: false },
      // Another search quotes another part of the same case.
      QuotedUseCase: { keyFields: false },
      Suggestion: { keyFields: false },
      // The same tag has another number beside other filters.
      TagCount: { keyFields: false },
      DemoAccount: { keyFields: ['email'] },
      Query: {
        fields: {
          likedKnowledge: { merge: false },
          tags: { merge: false },
          knowledgeItem: {
            read: (existing, { args, toReference }) =>
              existing ?? toReference({ __typename: 'KnowledgeItem', id: args?.['id'] as string }),
          },
        },
      },
    },
  });
}
