// Resolvers of inconsistencies: old and new values by type.
import {
  actionsFor,
  type Inconsistency,
  type InconsistencyType,
} from '../../../modules/sync/inconsistencies.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Resolvers } from '../generated.ts';

/** Name in the pair of fields with the old and new value, by type. */
const nameFor = {
  title_changed: 'title',
  description_changed: 'description',
  tags_changed: 'tags',
  media_type_changed: 'type',
  media_source_changed: 'source',
  image_url_changed: 'url',
  source_url_changed: 'url',
  link_broken: 'link',
  item_removed: null,
} as const satisfies Record<InconsistencyType, string | null>;

/** The value of a side as text, for the types with this field name; null for others. */
const textFor =
  (side: 'oldValue' | 'newValue', name: (typeof nameFor)[InconsistencyType]) =>
  (row: Inconsistency): string | null => {
    const value = row[side];
    return nameFor[row.type] === name && typeof value === 'string' ? value : null;
  };

/** Tags on one side only; null for other types. */
const tagsOnlyIn =
  (one: 'oldValue' | 'newValue', other: 'oldValue' | 'newValue') => (row: Inconsistency) => {
    const [there, elsewhere] = [row[one], row[other]];
    if (nameFor[row.type] !== 'tags' || !Array.isArray(there) || !Array.isArray(elsewhere))
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
    oldTitle: textFor('oldValue', 'title'),
    newTitle: textFor('newValue', 'title'),
    oldDescription: textFor('oldValue', 'description'),
    newDescription: textFor('newValue', 'description'),
    removedTags: tagsOnlyIn('oldValue', 'newValue'),
    addedTags: tagsOnlyIn('newValue', 'oldValue'),
    oldType: textFor('oldValue', 'type'),
    newType: textFor('newValue', 'type'),
    oldSource: textFor('oldValue', 'source'),
    newSource: textFor('newValue', 'source'),
    oldUrl: textFor('oldValue', 'url'),
    newUrl: textFor('newValue', 'url'),
    url: textFor('oldValue', 'link'),
    linkStatus: textFor('newValue', 'link'),
    actions: (row) => [...actionsFor(row.type)],
    resolutionPreviews: (row, _args, { services }) => services.inconsistencies.previews(row),
    resolvedBy: (row, _args, { loaders }) =>
      row.resolvedBy ? loaders.userById.load(row.resolvedBy) : null,
  },
};
