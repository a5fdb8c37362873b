// What admins teach the search over GraphQL: words for concepts, and concepts of their own.
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const teaching: Resolvers = {
  Query: {
    taughtWords: (_root, _args, { viewer, services }) => services.lessons.words(viewer),
    ownConcepts: (_root, _args, { viewer, services }) => services.lessons.concepts(viewer),
    findConcepts: (_root, { search }, { viewer, services }) =>
      services.lessons.find(viewer, search),
  },
  Mutation: {
    teachWord: (_root, { wishId, ...input }, { viewer, services }) =>
      services.lessons.teachWord(viewer, input, wishId == null ? null : parseId(wishId)),
    forgetWord: async (_root, { id }, { viewer, services }) => {
      await services.lessons.forgetWord(viewer, parseId(id));
      return { success: true };
    },
    teachConcept: (_root, { wishId, ...input }, { viewer, services }) =>
      services.lessons.teachConcept(viewer, input, wishId == null ? null : parseId(wishId)),
    changeConcept: (_root, { id, ...changes }, { viewer, services }) =>
      services.lessons.changeConcept(viewer, parseId(id), changes),
    forgetConcept: async (_root, { id }, { viewer, services }) => {
      await services.lessons.forgetConcept(viewer, parseId(id));
      return { success: true };
    },
  },
  TaughtWord: {
    concept: async ({ conceptId }, _args, { loaders }) => loaders.conceptById.load(conceptId),
  },
  OwnConcept: {
    broader: async ({ broaderId }, _args, { loaders }) =>
      broaderId === null ? null : loaders.conceptById.load(broaderId),
  },
};
