// The desk of differences over GraphQL: old and new values by type.
import {
  actionsFor,
  type Inconsistency,
  type InconsistencyType,
} from '../../domain/sync/inconsistencies.ts';
import { parseId } from '../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

/** The value of a side as text, for the types that bear it under a name; null for the others. */
const textFor =
  (side: 'oldValue' | 'newValue', ...types: InconsistencyType[]) =>
  (row: Inconsistency): string | null => {
    const value = row[side];
    return types.includes(row.type) && typeof value === 'string' ? value : null;
  };

/** Tags that one side has and the other has not; null for other types. */
const tagsOnlyIn =
  (one: 'oldValue' | 'newValue', other: 'oldValue' | 'newValue') => (row: Inconsistency) => {
    const [there, elsewhere] = [row[one], row[other]];
    if (row.type !== 'tags_changed' || !Array.isArray(there) || !Array.isArray(elsewhere))
      return null;
    return there.filter((tag) => !elsewhere.includes(tag));
  };

export const inconsistencies: Resolvers = {
  Query: {
    inconsistencies: (_root, { status, type }, { viewer, services }) =>
      services.inconsistencies.list(viewer, { status, type }),
    inconsistency: (_root, { id }, { viewer, services }) =>
      services.inconsistencies.one(viewer, parseId(id)),
    inconsistencyCounts: (_root, { status }, { viewer, services }) =>
      services.inconsistencies.counts(viewer, status),
  },
  Mutation: {
    resolveInconsistency: (_root, { id, type, action }, { viewer, services }) =>
      services.inconsistencies.resolve(viewer, parseId(id), type, action),
    resolveInconsistencies: (_root, { ids, action }, { viewer, services }) =>
      services.inconsistencies.resolveMany(viewer, ids.map(parseId), action),
    setInconsistencyStatus: (_root, { id, status }, { viewer, services }) =>
      services.inconsistencies.setStatus(viewer, parseId(id), status),
    undoResolution: (_root, { id }, { viewer, services }) =>
      services.inconsistencies.undo(viewer, parseId(id)),
    undoResolutions: (_root, { ids }, { viewer, services }) =>
      services.inconsistencies.undoMany(viewer, ids.map(parseId)),
    recheckLink: (_root, { id }, { viewer, services }) =>
      services.inconsistencies.recheckLink(viewer, parseId(id)),
  },
  Inconsistency: {
    knowledgeItem: (row, _args, { loaders }) => loaders.itemById.load(row.itemId),
    oldTitle: textFor('oldValue', 'title_changed'),
    newTitle: textFor('newValue', 'title_changed'),
    oldDescription: textFor('oldValue', 'description_changed'),
    newDescription: textFor('newValue', 'description_changed'),
    removedTags: tagsOnlyIn('oldValue', 'newValue'),
    addedTags: tagsOnlyIn('newValue', 'oldValue'),
    oldType: textFor('oldValue', 'media_type_changed'),
    newType: textFor('newValue', 'media_type_changed'),
    oldSource: textFor('oldValue', 'media_source_changed'),
    newSource: textFor('newValue', 'media_source_changed'),
    oldUrl: textFor('oldValue', 'image_url_changed', 'source_url_changed'),
    newUrl: textFor('newValue', 'image_url_changed', 'source_url_changed'),
    url: textFor('oldValue', 'link_broken'),
    linkStatus: textFor('newValue', 'link_broken'),
    actions: (row) => actionsFor(row.type),
    offers: (row, _args, { services }) => services.inconsistencies.offers(row),
    resolvedBy: (row, _args, { loaders }) =>
      row.resolvedBy ? loaders.userById.load(row.resolvedBy) : null,
  },
};
