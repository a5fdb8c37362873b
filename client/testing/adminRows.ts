// Rows of admin lists, and conflicts with other admins.
import { GraphQLError } from 'graphql';

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
