/** Normalised Apollo cache: identities and merge rules. */
import { InMemoryCache } from '@apollo/client';

/** A fresh cache; one per client. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      // Values without an identity: the newer one is merged into the older.
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
          loadouts: { merge: false },
        },
      },
      // Services and colleagues of a loadout have no identity.
      Loadout: {
        fields: {
          items: { merge: false },
          progress: { merge: true },
          dataClasses: { merge: false },
          undecidedItems: { merge: false },
          colleagues: { merge: false },
        },
      },
      ItemStage: { fields: { history: { merge: false } } },
      LoadoutPage: { keyFields: false },
      CurrentUser: { fields: { progress: { merge: true } } },
      // Experts belong to one item: the same person has other numbers elsewhere.
      Expert: { keyFields: false },
      Company: { keyFields: ['key'] },
      PartnerBadge: { keyFields: ['key'] },
      TagInfo: { keyFields: ['tag'] },
      KnowledgePage: { keyFields: false },
      ItemMatch: { keyFields: false },
      ItemReasons: { keyFields: false },
      // Another search quotes another part of the same use case.
      QuotedUseCase: { keyFields: false },
      Suggestion: { keyFields: false },
      // The count of a tag depends on the filters.
      TagCount: { keyFields: false },
      DemoAccount: { keyFields: ['email'] },
      Query: {
        fields: {
          likedKnowledge: { merge: false },
          tags: { merge: false },
          takenLoadouts: { merge: false },
          // The filters and an empty list ask for parts of the same counts.
          filterCounts: { merge: true },
          knowledgeItem: {
            read: (existing, { args, toReference }) =>
              existing ?? toReference({ __typename: 'KnowledgeItem', id: args?.['id'] as string }),
          },
        },
      },
    },
  });
}
