/** Users as GET /api/v1/auth/me returns them, and rows of admin lists with conflicts of other admins. */
import { GraphQLError } from 'graphql';
import type { CurrentUser } from '../browser/currentUser.ts';

export const aUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id: '1',
  name: 'Анна Крылова',
  email: 'anna@nexters.example',
  avatarUrl: null,
  isAdmin: false,
  telegramId: null,
  telegramUsername: null,
  company: { key: 'nexters', name: 'Nexters' },
  progress: { value: 10, hasWrittenUseCase: false, hasLikedUseCase: false, complete: false },
  ...changes,
});

export const anAdmin = (changes: Partial<CurrentUser> = {}): CurrentUser =>
  aUser({ id: '2', name: 'Игорь Волков', isAdmin: true, ...changes });

/** A service as a row of a list shows it. */
export const item = (id: string) => ({
  id,
  titleRu: `Сервис ${id}`,
  titleEn: null,
  descriptionRu: null,
  descriptionEn: null,
  imageUrl: null,
  sourceUrl: `https://service-${id}.example/`,
  raindropTags: [],
  likesCount: 3,
  useCasesCount: 2,
});

/** The refusal of a change to a row that somebody else has changed; `facts` name who and what. */
export const conflict = (facts?: Record<string, string>) => () =>
  new GraphQLError('changed', {
    extensions: { code: 'CONFLICT', reason: 'changedMeanwhile', ...(facts ? { facts } : {}) },
  });
