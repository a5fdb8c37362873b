// Resolvers of data rules and of the watch on their sources.
import {
  dataClasses,
  ruleState,
  verdictOfClass,
  type RuleFacts,
  type VerdictOfClass,
  type Verdict,
} from '../../../modules/access/dataRules/dataRules.ts';
import type { RuleChangeInput } from '../../../modules/access/dataRules/dataRulesInput.ts';
import { tableErrorText } from '../../../modules/access/dataRules/rulesTable.ts';
import type { RuleChangeKey } from '../../../modules/access/sourceWatch/sourceWatch.store.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseId } from '../../../shared/ids.ts';
import type { Context } from '../context.ts';
import type { MutationConfirmSourceArgs, Resolvers } from '../generated.ts';
import { textOrBytes } from './scalars.ts';

const toFacts = ({ facts }: Pick<RuleFacts, 'facts'>) =>
  facts.map(({ ru, en, ...fact }) => ({ ...fact, textRu: ru ?? null, textEn: en ?? null }));

const said = (rule: RuleFacts) => ({
  ...rule,
  facts: toFacts(rule),
  verdicts: dataClasses.map((dataClass) => {
    const stored = rule.verdicts[dataClass];
    const verdict: Verdict | 'undecided' = stored?.verdict ?? 'undecided';
    return {
      dataClass,
      verdict,
      conditionRu: stored?.ru ?? null,
      conditionEn: stored?.en ?? null,
    };
  }),
});

/** The condition of a yes; only deciders see that of a rule under review. */
const tellsCondition = async (
  { verdict, stored, companyKey }: VerdictOfClass,
  { decidesRules }: Pick<Context['loaders'], 'decidesRules'>,
): Promise<boolean> => {
  if (stored?.verdict !== 'yes_if') return false;
  return verdict === 'yes_if' || (verdict === 'being_checked' && decidesRules(companyKey));
};

const noTable = () =>
  new DomainError('INVALID', 'A table is either text or base64', {
    errors: [{ path: 'table', code: 'invalid_value', message: 'Either table or base64' }],
  });

export const dataRules: Resolvers = {
  Query: {
    dataRules: (_root, { itemId, ...place }, { viewer, services }) =>
      services.dataRules.ofItem(viewer, parseId(itemId), place),
    dataClassCounts: async (_root, args, { viewer, services }) =>
      (await services.knowledge.filterCounts(viewer, args)).dataClasses,
    servicesWithDataRules: (_root, args, { viewer, services }) =>
      services.dataRules.items(viewer, args),
    dataRulesProgress: (_root, args, { viewer, services }) =>
      services.dataRules.progress(viewer, args),
    companiesWithDataRules: (_root, _args, { viewer, services }) =>
      services.dataRules.companies(viewer),
    dataRulesHistory: (_root, { itemId, company, tier, ...window }, { viewer, services }) =>
      services.dataRules.history(viewer, { itemId: parseId(itemId), company, tier }, window),
    dataRulesTable: (_root, { company }, { viewer, services }) =>
      services.rulesTable.export(viewer, company),
  },
  Mutation: {
    setDataRules: (_root, { company, rules }, { viewer, services }) =>
      services.dataRules.set(
        viewer,
        company,
        rules.map(({ itemId, tier, ...rule }): RuleChangeInput => ({
          ...rule,
          itemId: parseId(itemId),
          tier: tier ?? 'team',
        })),
      ),
    undoDataRules: (_root, { changeId }, { viewer, services }) =>
      services.dataRules.undo(viewer, parseId(changeId)),
    importDataRules: (_root, { company, table, isDryRun, ...given }, { viewer, services }) => {
      const text = textOrBytes({ text: table, ...given });
      if (text === null) throw noTable();
      return services.rulesTable.import(viewer, company, { text, isDryRun });
    },
  },
  KnowledgeItem: {
    dataRules: (item, { company, tier }, { loaders }) => loaders.ruleOfItem(item, company, tier),
  },
  DataRules: {
    itemId: ({ itemId }) => String(itemId),
    decisionState: (rule) => ruleState(rule),
    verdicts: (rule) => dataClasses.map((dataClass) => verdictOfClass(rule, dataClass)),
    facts: (rule) => toFacts(rule),
    decidedBy: ({ decidedBy }, _args, { loaders }) =>
      decidedBy ? loaders.userById.load(decidedBy) : null,
  },
  DataVerdict: {
    conditionRu: async (told, _args, { loaders }) =>
      (await tellsCondition(told, loaders)) ? (told.stored?.ru ?? null) : null,
    conditionEn: async (told, _args, { loaders }) =>
      (await tellsCondition(told, loaders)) ? (told.stored?.en ?? null) : null,
    decided: async ({ stored, companyKey }, _args, { loaders }) =>
      (await loaders.decidesRules(companyKey)) ? (stored?.verdict ?? 'undecided') : null,
  },
  ServiceWithDataRules: {
    itemId: ({ itemId }) => String(itemId),
  },
  DataRulesChange: {
    changed: ({ count }) => count,
  },
  DataRulesHistoryEntry: {
    changeId: ({ changeId }) => String(changeId),
    actor: ({ actorId }, _args, { loaders }) => (actorId ? loaders.userById.load(actorId) : null),
    before: ({ before }) => said(before),
    after: ({ after }) => said(after),
  },
  DataRulesRowChange: {
    itemId: ({ itemId }) => String(itemId),
    before: ({ before }) => said(before),
    after: ({ after }) => said(after),
  },
  DataRulesTableError: {
    message: (fault, { language }, context) => tableErrorText(fault, language ?? context.language),
  },
};

const toKey = ({ changeId, itemId, company, tier }: MutationConfirmSourceArgs): RuleChangeKey => ({
  changeId: parseId(changeId),
  itemId: parseId(itemId),
  companyKey: company,
  tier,
});

export const sourceWatch: Resolvers = {
  Query: {
    changedSources: (_root, window, { viewer, services }) =>
      services.changedSources.page(viewer, window),
  },
  Mutation: {
    confirmSource: (_root, named, { viewer, services }) =>
      services.changedSources.confirm(viewer, toKey(named)),
    undoSourceConfirmation: (_root, named, { viewer, services }) =>
      services.changedSources.undo(viewer, toKey(named)),
  },
  ChangedSource: {
    changeId: ({ changeId }) => String(changeId),
    itemId: ({ itemId }) => String(itemId),
    company: async ({ companyKey }, _args, { loaders }) =>
      (await loaders.companyByKey.load(companyKey))!,
    facts: (source) => toFacts(source),
  },
};
