// The catalogue over GraphQL.
import {
  isVerifiedFor,
  partnerBadges,
  tagCountFor,
  tagsFor,
} from '../../domain/knowledge/knowledge.ts';
import { parseId } from '../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

export const knowledge: Resolvers = {
  Query: {
    searchKnowledge: (_root, args, { viewer, services }) => services.knowledge.search(viewer, args),
    knowledgeItem: (_root, { id }, { viewer, services }) =>
      services.knowledge.item(viewer, parseId(id)),
    tags: (_root, { search, first }, { viewer, services }) =>
      services.knowledge.tags(viewer, { search, first }),
    suggestions: (_root, { search, language }, { viewer, services }) =>
      services.knowledge.suggestions(viewer, search, language),
    popularKnowledge: (_root, { first }, { viewer, services }) =>
      services.knowledge.popular(viewer, first),
    likedKnowledge: (_root, _args, { viewer, services }) => services.knowledge.liked(viewer),
    zeroResultSearches: (_root, { days, first }, { viewer, services }) =>
      services.search.zeroResults(viewer, { days, first }),
    synonyms: (_root, _args, { viewer, services }) => services.search.synonyms(viewer),
  },
  Mutation: {
    likeKnowledge: (_root, { id }, { viewer, services }) =>
      services.knowledge.like(viewer, parseId(id)),
    unlikeKnowledge: (_root, { id, withUseCases }, { viewer, services }) =>
      services.knowledge.unlike(viewer, parseId(id), withUseCases),
    updateKnowledge: (_root, { id, ...changes }, { viewer, services }) =>
      services.knowledge.update(viewer, parseId(id), changes),
    addSynonym: (_root, { word, synonym }, { viewer, services }) =>
      services.search.addSynonym(viewer, { word, synonym }),
    removeSynonym: async (_root, { id }, { viewer, services }) => {
      await services.search.removeSynonym(viewer, parseId(id));
      return { success: true };
    },
  },
  KnowledgeItem: {
    raindropTags: async (item, _args, { viewer, loaders }) =>
      tagsFor(viewer, await loaders.tagsOfItem.load(item.id)).map((tag) => tag.originalName),
    tags: async (item, _args, { viewer, loaders }) =>
      tagsFor(viewer, await loaders.tagsOfItem.load(item.id)),
    tagsInfo: async (item, _args, { viewer, loaders }) =>
      tagsFor(viewer, await loaders.tagsOfItem.load(item.id)).map((tag) => ({
        tag: tag.originalName,
        nameRu: tag.nameRu,
        nameEn: tag.nameEn,
        usageCount: tagCountFor(viewer, tag),
      })),
    isLiked: async (item, _args, { loaders }) =>
      (await loaders.ownRelation.load(item.id))?.isLiked ?? false,
    ownUseCasesCount: async (item, _args, { loaders }) =>
      (await loaders.ownRelation.load(item.id))?.ownUseCasesCount ?? 0,
    likes: (item) => item,
    experts: async (item, { first }, { loaders }) =>
      first <= 3
        ? (await loaders.topExpertsOfItem.load(item.id)).slice(0, Math.max(first, 0))
        : (await loaders.expertsOfItem.load(item.id)).slice(0, first),
    expertsCount: async (item, _args, { loaders }) =>
      (await loaders.topExpertsOfItem.load(item.id))[0]?.expertsCount ?? 0,
    isVerified: async (item, _args, { viewer, loaders }) =>
      isVerifiedFor(viewer, await loaders.tagsOfItem.load(item.id)),
    partnerBadges: async (item, _args, { loaders }) =>
      partnerBadges(await loaders.tagsOfItem.load(item.id), await loaders.companies()),
    possibleDuplicates: async (item, _args, { loaders }) =>
      (await loaders.itemsByAddress.load(item.normalisedUrl)).filter(
        (other) => other.id !== item.id,
      ),
  },
  LikesInfo: {
    count: (item) => item.likesCount,
    users: (item, _args, { loaders }) => loaders.likersOfItem.load(item.id),
  },
  Tag: {
    count: (tag, _args, { viewer }) => tagCountFor(viewer, tag),
  },
  Expert: {
    id: (expert) => expert.userId,
    company: (expert, _args, { loaders }) =>
      expert.companyKey ? loaders.companyByKey.load(expert.companyKey) : null,
  },
};
