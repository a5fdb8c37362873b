// Incidents of services over GraphQL.
import { isAdmin } from '../../../modules/people/accounts/accounts.module.ts';
import { parseId } from '../../../shared/ids.ts';
import type { IncidentInput } from '../../../modules/access/incidents/incidents.store.ts';
import type { IncidentInput as GivenIncident, Resolvers } from '../generated.ts';

const toInput = ({ companies, ...given }: GivenIncident): IncidentInput => ({
  ...given,
  companies: companies?.map(String),
});

export const incidents: Resolvers = {
  Mutation: {
    startIncident: (_root, { itemId, input }, { viewer, services }) =>
      services.incidents.start(viewer, parseId(itemId), toInput(input)),
    changeIncident: (_root, { id, input }, { viewer, services }) =>
      services.incidents.change(viewer, parseId(id), toInput(input)),
    endIncident: (_root, { id }, { viewer, services }) =>
      services.incidents.end(viewer, parseId(id)),
    reopenIncident: (_root, { id }, { viewer, services }) =>
      services.incidents.reopen(viewer, parseId(id)),
  },
  KnowledgeItem: {
    incidents: (item, _args, { loaders }) => loaders.openIncidentsOf(item),
    mayStartIncident: (_item, _args, { viewer, loaders }) =>
      isAdmin(viewer) ||
      (viewer.kind === 'member' && viewer.company !== null
        ? loaders.decidesRules(viewer.company.key)
        : false),
  },
  Incident: {
    companies: async ({ companyKeys }, _args, { loaders }) =>
      companyKeys &&
      (await Promise.all(companyKeys.map((key) => loaders.companyByKey.load(key)))).filter(
        (company) => company !== null,
      ),
    startedBy: ({ startedBy }, _args, { loaders }) =>
      startedBy === null ? null : loaders.userById.load(startedBy),
    mayEnd: async ({ companyKeys }, _args, { viewer, loaders }) =>
      isAdmin(viewer) ||
      (companyKeys?.length === 1 && (await loaders.decidesRules(companyKeys[0]!))),
  },
};
