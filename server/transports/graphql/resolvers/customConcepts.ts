// Resolvers of custom synonyms and custom concepts.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const teaching: Resolvers = {
  Query: {
    customSynonyms: (_root, _args, { viewer, services }) => services.customConcepts.words(viewer),
    customConcepts: (_root, _args, { viewer, services }) =>
      services.customConcepts.concepts(viewer),
    findConcepts: (_root, { search }, { viewer, services }) =>
      services.customConcepts.find(viewer, search),
  },
  Mutation: {
    addCustomSynonym: (_root, { gapId, ...input }, { viewer, services }) =>
      services.customConcepts.addCustomSynonym(
        viewer,
        input,
        gapId == null ? null : parseId(gapId),
      ),
    removeCustomSynonym: async (_root, { id }, { viewer, services }) => {
      await services.customConcepts.removeCustomSynonym(viewer, parseId(id));
      return { success: true };
    },
    addCustomConcept: (_root, { gapId, ...input }, { viewer, services }) =>
      services.customConcepts.addCustomConcept(
        viewer,
        input,
        gapId == null ? null : parseId(gapId),
      ),
    updateCustomConcept: (_root, { id, ...changes }, { viewer, services }) =>
      services.customConcepts.updateCustomConcept(viewer, parseId(id), changes),
    removeCustomConcept: async (_root, { id }, { viewer, services }) => {
      await services.customConcepts.removeCustomConcept(viewer, parseId(id));
      return { success: true };
    },
  },
  CustomSynonym: {
    concept: async ({ conceptId }, _args, { loaders }) => loaders.conceptById.load(conceptId),
  },
  CustomConcept: {
    broader: async ({ broaderId }, _args, { loaders }) =>
      broaderId === null ? null : loaders.conceptById.load(broaderId),
  },
};
