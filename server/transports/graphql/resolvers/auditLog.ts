// Resolvers of the audit log.
import { parseId } from '../../../shared/ids.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { titleIn } from '../../../modules/catalogue/items/items.ts';
import type { Resolvers } from '../generated.ts';

/** Ids of people that a recorded value holds. */
const peopleIn = (value: JsonValue): number[] =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Array.isArray(value['people'])
    ? value['people'].filter((id) => typeof id === 'number')
    : [];

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const activity: Resolvers = {
  Query: {
    auditLog: (_root, { actorId, ...filter }, { viewer, services }) =>
      services.auditLog.list(viewer, { ...filter, actorId: actorId ? parseId(actorId) : null }),
  },
  AuditLogEntry: {
    actor: (entry, _args, { loaders }) =>
      entry.actorId ? loaders.userById.load(entry.actorId) : null,
    subjectTitle: async (entry, _args, { loaders, language }) => {
      if (entry.subjectType === 'user')
        return (await loaders.userById.load(Number(entry.subjectId)))?.name ?? null;
      if (entry.subjectType === 'company')
        return (await loaders.companyByKey.load(entry.subjectId))?.name ?? null;
      const item = entry.itemId ? await loaders.itemById.load(entry.itemId) : null;
      return item && titleIn(language, item);
    },
    knowledgeItem: ({ itemId }, _args, { loaders }) =>
      itemId === null ? null : loaders.itemById.load(itemId),
    requester: async ({ subjectType, subjectId }, _args, { loaders }) => {
      if (subjectType !== 'access') return null;
      const request = await loaders.requesterOfRequest.load(Number(subjectId));
      return request?.userId ? loaders.userById.load(request.userId) : null;
    },
    before: (entry) => asJson(entry.before),
    after: (entry) => asJson(entry.after),
    people: async ({ before, after }, _args, { loaders }) => {
      const ids = new Set([...peopleIn(before), ...peopleIn(after)]);
      const people = await Promise.all([...ids].map((id) => loaders.userById.load(id)));
      return people.filter((person) => person !== null);
    },
  },
};
