// Resolvers of use cases and of their authors, the experts.
import {
  getTranslationState,
  type UseCase,
  type UseCaseWithLike,
} from '../../../modules/useCases/useCases.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

const gone = () => new DomainError('NOT_FOUND', 'There is no such use case');

export const useCases: Resolvers = {
  Query: {
    useCases: (_root, { itemId }, { viewer, services }) =>
      services.useCases.ofItem(viewer, parseId(itemId)),
    myUseCasesForItem: (_root, { itemId }, { viewer, services }) =>
      services.useCases.ownOfItem(viewer, parseId(itemId)),
    myUseCases: (_root, _args, { viewer, services }) => services.useCases.own(viewer),
    useCaseLikes: (_root, { id }, { viewer, services }) =>
      services.useCases.likeInfo(viewer, parseId(id)),
    hasLikedOtherUsersCases: async (_root, _args, { viewer, services }) => ({
      hasLiked: await services.useCases.hasLikedOthers(viewer),
    }),
    useCaseProgress: (_root, { progressId }, { viewer, services }) =>
      services.useCases.progress(viewer, String(progressId)),
  },
  Mutation: {
    analyzeUseCase: (_root, { text, progressId }, { viewer, language, services }) =>
      services.useCaseAnalysis.analyse(viewer, language, {
        text,
        progressId: progressId && String(progressId),
      }),
    createUseCase: (
      _root,
      { itemId, idempotencyKey, progressId, ...texts },
      { viewer, services },
    ) =>
      services.useCaseWriting.create(viewer, parseId(itemId), {
        ...texts,
        idempotencyKey: idempotencyKey && String(idempotencyKey),
        progressId: progressId && String(progressId),
      }),
    updateUseCase: (_root, { id, progressId, ...texts }, { viewer, language, services }) =>
      services.useCaseWriting.update(viewer, language, parseId(id), {
        ...texts,
        progressId: progressId && String(progressId),
      }),
    deleteUseCase: async (_root, { id }, { viewer, services }) => {
      await services.useCases.remove(viewer, parseId(id));
      return { success: true };
    },
    restoreUseCase: (_root, { id }, { viewer, services }) =>
      services.useCases.restore(viewer, parseId(id)),
    toggleUseCaseLike: (_root, { id }, { viewer, services }) =>
      services.useCases.toggleLike(viewer, parseId(id)),
  },
  UseCaseAuthor: {
    company: (user, _args, { loaders }) =>
      user.companyKey ? loaders.companyByKey.load(user.companyKey) : null,
  },
  UseCase: {
    author: async (useCase: UseCase | UseCaseWithLike, _args, { loaders }) => {
      if ('author' in useCase && useCase.author) return useCase.author;
      const author = await loaders.userById.load(useCase.userId);
      if (!author) throw gone();
      return author;
    },
    translationState: getTranslationState,
    outdatedLanguage: (useCase) => useCase.staleLanguage,
    isLiked: (useCase: UseCase | UseCaseWithLike, _args, { loaders }) =>
      'isLiked' in useCase ? useCase.isLiked : loaders.isUseCaseLiked.load(useCase.id),
    isOwn: (useCase, _args, { viewer }) =>
      viewer.kind === 'member' && viewer.user.id === useCase.userId,
    knowledgeItemId: (useCase) => useCase.itemId,
    knowledgeItem: async (useCase, _args, { loaders }) => {
      const item = await loaders.itemById.load(useCase.itemId);
      if (!item) throw gone();
      return item;
    },
  },
};

export const experts: Resolvers = {
  Query: {
    itemExperts: (_root, { itemId }, { viewer, services }) =>
      services.experts.ofItem(viewer, parseId(itemId)),
  },
  Mutation: {
    askExpert: async (_root, { itemId, expertId }, { viewer, services }) => {
      await services.useCases.askExpert(viewer, parseId(itemId), parseId(expertId));
      return { success: true };
    },
  },
  Expert: {
    id: (expert) => expert.userId,
    company: (expert, _args, { loaders }) =>
      expert.companyKey ? loaders.companyByKey.load(expert.companyKey) : null,
    useCases: (expert, _args, { loaders }) => loaders.useCasesOfExpert.load(expert),
  },
};
