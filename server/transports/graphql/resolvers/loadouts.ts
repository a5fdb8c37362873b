// Loadouts and disciplines over GraphQL.
import {
  approvalStatus,
  dataClasses,
  effectiveVerdict,
  ruleState,
  type RuleView,
} from '../../../modules/access/dataRules/dataRules.ts';
import { pageTier } from '../../../modules/access/dataRules/dataRules.module.ts';
import type { KnowledgeItem } from '../../../modules/catalogue/items/items.ts';
import {
  itemState,
  type Loadout,
  type LoadoutItem,
  type LoadoutItemState,
} from '../../../modules/loadouts/loadouts.ts';
import {
  disciplineNames,
  disciplines,
} from '../../../modules/people/disciplines/disciplines.module.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Context } from '../context.ts';
import type { Resolvers } from '../generated.ts';

/** The services of a loadout that the viewer sees, with their viewer states. */
async function heldItems(
  { id }: Loadout,
  { loaders }: Context,
): Promise<{ held: LoadoutItem; item: KnowledgeItem }[]> {
  const held = await loaders.itemsOfLoadout.load(id);
  const items = await Promise.all(held.map((one) => loaders.itemWithViewById.load(one.itemId)));
  // A missing item was hidden between the two statements.
  return items.flatMap((item, place) => (item ? [{ held: held[place]!, item }] : []));
}

async function stateOf(
  item: KnowledgeItem,
  { viewer, loaders }: Context,
): Promise<LoadoutItemState> {
  const [isLiked, request, refused, rule] = await Promise.all([
    loaders.withView(item, (view) => view.isLiked),
    loaders.openAccessOfItem(item),
    loaders.wasRefusedAccess.load(item.id),
    viewer.kind === 'member' ? loaders.ruleOfItem(item, null, pageTier) : null,
  ]);
  return itemState({
    isUsed: isLiked,
    request: request?.status ?? null,
    wasRefused: refused?.wasRefused ?? false,
    approval: approvalStatus(rule),
  });
}

/** The rules of the viewer's company for each service; null for a viewer without a company. */
async function rulesOf(loadout: Loadout, context: Context) {
  if (context.viewer.kind !== 'member' || !context.viewer.company) return null;
  const items = await heldItems(loadout, context);
  const rules = await Promise.all(
    items.map(({ item }) => context.loaders.ruleOfItem(item, null, pageTier)),
  );
  return items.map(({ item }, place) => ({ item, rule: rules[place]! }));
}

const gone = () => new DomainError('NOT_FOUND', 'There is no such service');

const isUndecided = (rule: RuleView): boolean =>
  ['undecided', 'approved_undecided'].includes(ruleState(rule));

const item = ({
  itemId,
  ...reasons
}: {
  itemId: string | number;
  reasonRu?: string | null | undefined;
  reasonEn?: string | null | undefined;
}) => ({
  ...reasons,
  itemId: parseId(itemId),
});

export const loadouts: Resolvers = {
  Query: {
    disciplines: () =>
      disciplines.map((discipline) => {
        const { ru: nameRu, en: nameEn } = disciplineNames[discipline];
        return { discipline, nameRu, nameEn };
      }),
    loadouts: (_root, filter, { viewer, services }) => services.loadouts.list(viewer, filter),
    loadout: (_root, { id }, { viewer, services }) => services.loadouts.one(viewer, parseId(id)),
    loadoutForSearch: (_root, { search }, { viewer, services }) =>
      services.loadouts.forSearch(viewer, search),
    takenLoadouts: (_root, _args, { viewer, services }) => services.loadoutTakes.taken(viewer),
    offeredLoadout: (_root, _args, { viewer, services }) => services.loadoutTakes.offered(viewer),
  },
  Mutation: {
    setDiscipline: (_root, { discipline }, { viewer, services }) =>
      services.disciplines.choose(viewer, discipline ?? null),
    createLoadout: (_root, { input: { items, idempotencyKey, ...given } }, { viewer, services }) =>
      services.loadouts.create(viewer, {
        ...given,
        items: (items ?? []).map(item),
        idempotencyKey: idempotencyKey && String(idempotencyKey),
      }),
    copyLoadout: (_root, { id, idempotencyKey }, { viewer, services }) =>
      services.loadouts.copy(viewer, parseId(id), idempotencyKey ? String(idempotencyKey) : null),
    updateLoadout: (_root, { id, input, expectedVersion }, { viewer, services }) =>
      services.loadouts.update(viewer, parseId(id), expectedVersion ?? null, input),
    addLoadoutItem: (_root, { id, input, position, expectedVersion }, { viewer, services }) =>
      services.loadouts.addItem(viewer, parseId(id), {
        ...item(input),
        position: position ?? null,
        version: expectedVersion ?? null,
      }),
    updateLoadoutItem: (_root, { id, input, expectedVersion }, { viewer, services }) =>
      services.loadouts.updateItem(viewer, parseId(id), expectedVersion ?? null, item(input)),
    removeLoadoutItem: (_root, { id, itemId, expectedVersion }, { viewer, services }) =>
      services.loadouts.removeItem(viewer, parseId(id), expectedVersion ?? null, parseId(itemId)),
    moveLoadoutItem: (_root, { id, itemId, position, expectedVersion }, { viewer, services }) =>
      services.loadouts.moveItem(viewer, parseId(id), expectedVersion ?? null, {
        itemId: parseId(itemId),
        position,
      }),
    setLoadoutKind: (_root, { id, expectedVersion, ...given }, { viewer, services }) =>
      services.loadouts.setKind(viewer, parseId(id), expectedVersion ?? null, given),
    deleteLoadout: async (_root, { id }, { viewer, services }) => {
      await services.loadouts.remove(viewer, parseId(id));
      return { success: true };
    },
    restoreLoadout: (_root, { id }, { viewer, services }) =>
      services.loadouts.restore(viewer, parseId(id)),
    takeLoadout: (_root, { id, markItemIds }, { viewer, services }) =>
      services.loadoutTakes.take(viewer, parseId(id), markItemIds.map(parseId)),
    undoTakeLoadout: (_root, { id }, { viewer, services }) =>
      services.loadoutTakes.undo(viewer, parseId(id)),
    requestAccessForLoadout: (
      _root,
      { id, input: { itemIds, idempotencyKey, ...given } },
      { viewer, services },
    ) =>
      services.loadoutTakes.requestAccess(viewer, parseId(id), {
        ...given,
        itemIds: itemIds.map(parseId),
        idempotencyKey: idempotencyKey && String(idempotencyKey),
      }),
    hideLoadoutProgress: (_root, { id, hidden }, { viewer, services }) =>
      services.loadoutTakes.hide(viewer, parseId(id), hidden),
  },
  CurrentUser: {
    discipline: async ({ id }, _args, { loaders }) =>
      (await loaders.disciplineOfUser.load(id))?.discipline ?? null,
    wantsDiscipline: async ({ id }, _args, { loaders }) =>
      (await loaders.disciplineOfUser.load(id))?.isWanted ?? false,
  },
  Person: {
    discipline: async ({ id }, _args, { loaders }) =>
      (await loaders.disciplineOfUser.load(id))?.discipline ?? null,
  },
  KnowledgeItem: {
    loadouts: ({ id }, _args, { loaders }) => loaders.loadoutsOfItem.load(id),
  },
  Loadout: {
    titleRu: ({ title }) => title.ru,
    titleEn: ({ title }) => title.en,
    descriptionRu: ({ description }) => description.ru,
    descriptionEn: ({ description }) => description.en,
    translationState: ({ isPending }) => (isPending ? 'pending' : 'translated'),
    company: ({ companyKey }, _args, { loaders }) =>
      companyKey === null ? null : loaders.companyByKey.load(companyKey),
    owner: ({ ownerId }, _args, { loaders }) =>
      ownerId === null ? null : loaders.userById.load(ownerId),
    isOwn: ({ ownerId }, _args, { viewer }) =>
      viewer.kind === 'member' && viewer.user.id === ownerId,
    mayEdit: (loadout, _args, { loaders }) => loaders.canEditLoadout(loadout),
    mayMakeOfficial: (loadout, _args, { loaders }) => loaders.canMakeOfficial(loadout),
    mayMakeOfficialForAll: (_loadout, _args, { loaders }) =>
      loaders.canMakeOfficial({ companyKey: null }),
    items: async ({ id }, { first }, { loaders }) =>
      (await loaders.itemsOfLoadout.load(id)).slice(0, Math.max(first, 0)),
    itemsCount: async ({ id }, _args, { loaders }) =>
      (await loaders.itemsOfLoadout.load(id)).length,
    progress: async (loadout, _args, context) => {
      if (context.viewer.kind !== 'member' || context.viewer.via !== 'session') return null;
      const items = await heldItems(loadout, context);
      const states = await Promise.all(items.map((one) => stateOf(one.item, context)));
      const take = await context.loaders.takeOfLoadout.load(loadout.id);
      const count = (state: LoadoutItemState) => states.filter((one) => one === state).length;
      return {
        total: states.length,
        used: count('used'),
        approved: count('approved'),
        mayRequest: count('may_request'),
        waiting: count('waiting'),
        refused: count('refused'),
        takenAt: take?.takenAt ?? null,
        isHidden: Boolean(take?.hiddenAt),
      };
    },
    dataClasses: async (loadout, _args, context) => {
      const rules = await rulesOf(loadout, context);
      return (
        rules &&
        dataClasses.map((dataClass) => {
          const verdicts = rules.map(({ rule }) => effectiveVerdict(rule, dataClass));
          const count = (...some: (typeof verdicts)[number][]) =>
            verdicts.filter((one) => some.includes(one)).length;
          return {
            dataClass,
            yes: count('yes'),
            yesIf: count('yes_if'),
            ask: count('ask'),
            no: count('no'),
            undecided: count('undecided', 'being_checked'),
          };
        })
      );
    },
    undecidedItems: async (loadout, _args, context) =>
      ((await rulesOf(loadout, context)) ?? [])
        .filter(({ rule }) => isUndecided(rule))
        .map((one) => one.item),
    colleagues: async ({ id }, _args, { loaders }) => {
      const found = await loaders.colleaguesOfLoadout.load(id);
      const people = await Promise.all(found.map(({ userId }) => loaders.userById.load(userId)));
      return people.flatMap((person, place) =>
        person ? [{ person, usedCount: found[place]!.usedCount }] : [],
      );
    },
  },
  LoadoutItem: {
    item: async ({ itemId }, _args, { loaders }) => {
      const found = await loaders.itemWithViewById.load(itemId);
      if (!found) throw gone();
      return found;
    },
    reasonRu: ({ reason }) => reason.ru,
    reasonEn: ({ reason }) => reason.en,
    state: async ({ itemId }, _args, context) => {
      const found = await context.loaders.itemWithViewById.load(itemId);
      if (!found) throw gone();
      return stateOf(found, context);
    },
    colleaguesCount: async ({ itemId }, _args, { viewer, loaders }) => {
      const found = await loaders.itemWithViewById.load(itemId);
      const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
      if (!found || company === null) return 0;
      const uses = await loaders.usedBy(found);
      return uses.find((one) => one.companyKey === company)?.count ?? 0;
    },
  },
};
