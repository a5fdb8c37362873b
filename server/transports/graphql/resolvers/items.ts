// Resolvers of services: the catalogue, the overview of a service, and what an address leads to.
import { limits } from '../../../config/limits.ts';
import {
  type CountedTag,
  isVerifiedFor,
  type KnowledgeItem,
  type Tag,
  tagCountFor,
  tagsFor,
  tagsOfView,
} from '../../../modules/catalogue/items/items.ts';
import { findUncheckedReason } from '../../../modules/curation/linkChecks/linkChecks.module.ts';
import { parseId, readId } from '../../../shared/ids.ts';
import type { Context } from '../context.ts';
import type { Resolvers } from '../generated.ts';

const countOf = (tag: Tag | CountedTag, { viewer, loaders }: Context): number | Promise<number> =>
  'totalCount' in tag ? tagCountFor(viewer, tag) : loaders.countOfTag(tag.id);

const hasMoreLikers = ({ likesCount }: KnowledgeItem): boolean => likesCount > limits.lists.likers;

export const knowledge: Resolvers = {
  Query: {
    searchKnowledge: (_root, args, { viewer, services }) => services.knowledge.search(viewer, args),
    knowledgeItem: (_root, { id }, { viewer, services }) =>
      services.knowledge.itemWithView(viewer, parseId(id)),
    itemLikers: (_root, { itemId, page, perPage }, { viewer, services }) =>
      services.knowledge.likers(viewer, parseId(itemId), { page, perPage }),
    tags: (_root, args, { viewer, services }) => services.knowledge.tags(viewer, args),
    tagCounts: (_root, args, { viewer, services }) => services.knowledge.tagCounts(viewer, args),
    filterCounts: (_root, args, { viewer, services }) =>
      services.knowledge.filterCounts(viewer, args),
    concepts: (_root, { ids }, { viewer, services }) => services.knowledge.concepts(viewer, ids),
    conceptCounts: (_root, { sets }, { viewer, services }) =>
      services.knowledge.conceptCounts(viewer, sets),
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
    addSynonym: (_root, { word, synonym, gapId }, { viewer, services }) =>
      services.search.addSynonym(viewer, { word, synonym }, gapId == null ? null : parseId(gapId)),
    removeSynonym: async (_root, { id }, { viewer, services }) => {
      await services.search.removeSynonym(viewer, parseId(id));
      return { success: true };
    },
  },
  KnowledgePage: {
    matches: (page) => page.findMatches(),
    reasons: (page, { language }) => page.readReasons(language ?? null),
  },
  FilterCounts: {
    without: (counts) => counts.countWithout(),
  },
  QuotedUseCase: {
    author: async ({ userId }, _args, { loaders }) => loaders.userById.load(userId),
  },
  KnowledgeItem: {
    siteImageUrl: (item) => (item.imageUrl === null ? item.siteImageUrl : null),
    raindropTags: (item, _args, context) =>
      context.loaders.withView(item, ({ card }) =>
        tagsFor(context.viewer, card).map((tag) => tag.originalName),
      ),
    tags: (item, _args, context) =>
      context.loaders.withView(item, (view) => tagsOfView(context.viewer, view)),
    tagsInfo: (item, _args, context) =>
      context.loaders.withView(item, (view) => tagsOfView(context.viewer, view)),
    isLiked: (item, _args, context) => context.loaders.withView(item, ({ isLiked }) => isLiked),
    ownUseCasesCount: (item, _args, context) =>
      context.loaders.withView(item, ({ ownUseCasesCount }) => ownUseCasesCount),
    tasks: (item, _args, { loaders }) => loaders.tasksOfItem.load(item.id),
    likes: (item) => item,
    experts: (item, { first }, { loaders }) => loaders.findExperts(item, first),
    expertsCount: (item, _args, context) =>
      context.loaders.withView(item, ({ card }) => card.expertsCount),
    isVerified: (item, _args, context) =>
      context.loaders.withView(item, ({ card }) => isVerifiedFor(context.viewer, card)),
    partnerBadges: (item, _args, context) =>
      context.loaders.withView(item, ({ card }) => card.partnerBadges),
    possibleDuplicates: async (item, _args, { loaders }) =>
      (await loaders.itemsByAddress.load(item.normalisedUrl)).filter(
        (other) => other.id !== item.id,
      ),
  },
  LikesInfo: {
    count: (item) => item.likesCount,
    users: (item, _args, { loaders }) => loaders.likersOf(item),
    hasMore: hasMoreLikers,
    allUsersPath: (item) => (hasMoreLikers(item) ? `/api/v1/knowledge/${item.id}/likes` : null),
  },
  Tag: {
    count: (tag, _args, context) => countOf(tag, context),
  },
  TagInfo: {
    tag: (tag) => tag.originalName,
    usageCount: (tag, _args, context) => countOf(tag, context),
  },
};

export const choosing: Resolvers = {
  Query: {
    knowledgeItems: (_root, { ids }, { viewer, services }) =>
      services.knowledge.items(viewer, ids.map(readId)),
  },
  KnowledgeItem: {
    usedBy: async (item, _args, { loaders }) =>
      (await loaders.usedBy(item)).slice(0, limits.lists.companies),
    colleagues: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.colleagues ?? [],
    recommendedUseCases: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.cases ?? [],
    expertsToAsk: async ({ id }, _args, { loaders }) =>
      (await loaders.itemOverview(id))?.experts ?? [],
    linkCheck: async ({ id, sourceUrl }, _args, { loaders }) => {
      const check = (await loaders.itemOverview(id))?.linkCheck ?? null;
      // A check of a former address does not apply.
      return check?.url === sourceUrl ? check : null;
    },
    concepts: (item, _args, { loaders }) => loaders.conceptsOfItem(item),
    alternatives: (item, _args, { loaders }) => loaders.alternatives(item),
  },
  LinkCheck: {
    uncheckedReason: (check) => findUncheckedReason(check),
  },
  CompanyUse: {
    company: ({ companyKey }, _args, { loaders }) =>
      companyKey === null ? null : loaders.companyByKey.load(companyKey),
  },
};

export const addresses: Resolvers = {
  Query: {
    checkAddress: (_root, given, { viewer, services }) => services.addresses.check(viewer, given),
  },
  CheckedAddress: {
    existingItem: ({ knownId }, _args, { loaders }) =>
      knownId === null ? null : loaders.itemById.load(knownId),
    near: async ({ nearIds }, _args, { loaders }) => {
      const items = await Promise.all(nearIds.map((id) => loaders.itemById.load(id)));
      return items.filter((item) => item !== null);
    },
  },
};
