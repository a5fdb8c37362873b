// What is generated from schema/*.graphql: the server's resolver types, the documents of the REST and MCP doors, the
// client's hooks.
import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';
import { readTypeDefinitions } from './server/graphql/typeDefinitions.ts';

const scalars = { ID: { input: 'string', output: 'string' }, DateTime: 'string', JSON: 'unknown' };
/** Features of screens that few open: their documents stand with them, and cost no other screen anything. */
const lateFeatures = [
  'activity',
  'companies',
  'curation',
  'dataRules',
  'demo',
  'feeds',
  'import',
  'inconsistencies',
  'restores',
  'sync',
  'tokens',
  'webhooks',
];
const clientDocuments = [
  `client/features/!(${lateFeatures.join('|')})/**/*.graphql`,
  'client/app/**/*.graphql',
  'client/items/*.graphql',
  'client/browser/currentUser.graphql',
];
/** Sent as they are written: the screens that ask them load no GraphQL client. */
const plainDocuments = 'client/browser/*.graphql';
const restDocuments = 'server/rest/operations/*.graphql';
const mcpDocuments = 'server/mcp/operations/*.graphql';

const mappers = {
  CurrentUser: '../domain/accounts/accounts.ts#User as UserModel',
  Person: '../domain/accounts/accounts.ts#Person as PersonModel',
  DemoAccount: '../domain/accounts/accounts.ts#User as UserModel',
  Company: '../domain/accounts/accounts.ts#Company as CompanyModel',
  Session: '../domain/accounts/sessions.ts#OwnSession as SessionModel',
  Account: '../domain/accounts/people.ts#Account as AccountModel',
  ApiToken: '../domain/accounts/apiTokens.ts#ApiToken as ApiTokenModel',
  KnowledgeItem: '../domain/knowledge/knowledge.ts#KnowledgeItem as KnowledgeItemModel',
  KnowledgePage: '../domain/knowledge/knowledge.ts#KnowledgePage as KnowledgePageModel',
  FilterCounts: '../domain/knowledge/knowledge.ts#FilterCounts as FilterCountsModel',
  ItemReasons: '../domain/knowledge/knowledge.ts#ItemReasons as ItemReasonsModel',
  QuotedUseCase: '../domain/knowledge/knowledge.ts#QuotedUseCase as QuotedUseCaseModel',
  Tag: '../domain/knowledge/knowledge.ts#Tag as TagModel',
  TagInfo: '../domain/knowledge/knowledge.ts#Tag as TagModel',
  LikesInfo: '../domain/knowledge/knowledge.ts#KnowledgeItem as KnowledgeItemModel',
  Expert: '../domain/useCases/experts.ts#Expert as ExpertModel',
  UseCaseAuthor: '../domain/accounts/accounts.ts#User as UserModel',
  UseCase: '../domain/useCases/useCases.ts#UseCase as UseCaseModel',
  AccessRequest: '../domain/access/access.ts#AccessRequest as AccessRequestModel',
  ComplaintCase: '../domain/complaints/fixedCases.ts#ComplaintCase as ComplaintCaseModel',
  ComplaintCure: '../domain/complaints/complaintCases.store.ts#ComplaintCure as ComplaintCureModel',
  ComplaintFix: '../domain/complaints/fixedCases.ts#ProposedFix as ComplaintFixModel',
  AccessCase: '../domain/access/accessCases.service.ts#DecidableCase as AccessCaseModel',
  CompanyApprovers: '../domain/access/access.ts#CompanyApprovers as CompanyApproversModel',
  CompanyUse: '../domain/choosing/choosing.ts#CompanyUse as CompanyUseModel',
  AlternativeItem: '../domain/choosing/choosing.loaders.ts#Alternative as AlternativeModel',
  Complaint: '../domain/complaints/complaints.ts#Complaint as ComplaintModel',
  Inconsistency: '../domain/sync/inconsistencies.ts#Inconsistency as InconsistencyModel',
  KnowledgeEdit: '../domain/sync/edit/edits.service.ts#EditOutcome as EditOutcomeModel',
  HistoryEntry: '../domain/sync/edit/history.ts#HistoryEntry as HistoryEntryModel',
  HistoryChange: '../domain/sync/edit/history.ts#HistoryChange as HistoryChangeModel',
  DoubleGroup: '../domain/merges/merges.ts#ShownDoubleGroup as DoubleGroupModel',
  Merge: '../domain/merges/merges.ts#Merge as MergeModel',
  DataRules: '../domain/dataRules/dataRules.ts#RuleView as RuleViewModel',
  DataVerdict: '../domain/dataRules/dataRules.ts#VerdictOfClass as VerdictOfClassModel',
  DataRulesChange: '../domain/dataRules/dataRules.service.ts#RulesOutcome as RulesOutcomeModel',
  DataRulesHistoryEntry:
    '../domain/dataRules/dataRules.search.ts#RuleHistoryRow as RuleHistoryModel',
  DataRulesFault: '../domain/dataRules/tableFaults.ts#TableFault as TableFaultModel',
  DataRulesRowChange: '../domain/dataRules/rulesTable.service.ts#RowChange as RowChangeModel',
  TaughtWord: '../domain/search/lessons.ts#WordForConcept as TaughtWordModel',
  OwnConcept: '../domain/search/lessons.ts#OwnConcept as OwnConceptModel',
  MergeOutcome: '../domain/merges/merges.ts#MergeOutcome as MergeOutcomeModel',
  ServiceProposal: '../domain/additions/additions.ts#Proposal as ProposalModel',
  Addition: '../domain/additions/additions.ts#AddOutcome as AddOutcomeModel',
  ProposedService: '../domain/proposals/proposals.ts#ProposedService as ProposedServiceModel',
  ProposalOutcome: '../domain/proposals/proposals.ts#ProposalOutcome as ProposalOutcomeModel',
  CheckedAddress: '../domain/addresses/addresses.ts#CheckedAddress as CheckedAddressModel',
  Notification: '../domain/notifications/notifications.ts#Notification as NotificationModel',
  NotificationDelivery:
    '../domain/notifications/deliverySettings.service.ts#OwnDelivery as OwnDeliveryModel',
  NotificationPage:
    '../domain/notifications/notifications.service.ts#NotificationPage as NotificationPageModel',
  Wish: '../domain/wishes/wishes.ts#ListedWish as WishModel',
  WatchedSearch: '../domain/wishes/wishes.ts#WatchedSearch as WatchedSearchModel',
  Webhook: '../domain/webhooks/webhooks.ts#Webhook as WebhookModel',
  WebhookDelivery: '../domain/webhooks/webhooks.ts#Delivery as WebhookDeliveryModel',
  TagChange: '../domain/tagging/tagging.ts#TagOutcome as TagOutcomeModel',
  TagNamingRow: '../domain/tagging/tagNames.ts#TagNamingRow as TagNamingRowModel',
  SyncStatus: '../domain/sync/sync.ts#SyncStatus as SyncStatusModel',
  Activity: '../domain/activity/activity.ts#Activity as ActivityModel',
};

/** Files are found in the order of the disk: without this a build weighs other bytes in another folder. */
const inOrder = {
  documentTransforms: [
    {
      transform: ({ documents }: { documents: Types.DocumentFile[] }) =>
        [...documents].sort((one, other) =>
          (one.location ?? '') < (other.location ?? '') ? -1 : 1,
        ),
    },
  ],
};

/** Documents that are sent or run as they are written: as trees they are five times as long. */
const texts = {
  plugins: ['typescript-operations', 'typed-document-node'],
  config: { enumsAsTypes: true, useTypeImports: true, scalars, documentMode: 'string' },
};

const hooks = {
  ...inOrder,
  plugins: ['typescript-operations', 'typed-document-node', './codegen/apolloHooks.mjs'],
  config: {
    enumsAsTypes: true,
    useTypeImports: true,
    scalars,
    nonOptionalTypename: true,
    skipTypeNameForRoot: true,
  },
};

const config: CodegenConfig = {
  ignoreNoDocuments: true,
  schema: readTypeDefinitions(),
  emitLegacyCommonJSImports: false,
  // Lists of enum values stand as the schema says them.
  config: { sort: false },
  generates: {
    'server/graphql/generated.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        contextType: './context.ts#Context',
        mappers,
        scalars: {
          ID: { input: 'string', output: 'string | number' },
          DateTime: { input: 'Date', output: 'Date' },
          JSON: 'unknown',
        },
        maybeValue: 'T | null',
        inputMaybeValue: 'T | null | undefined',
      },
    },
    'server/rest/generated.ts': {
      ...inOrder,
      documents: restDocuments,
      ...texts,
    },
    'server/mcp/generated.ts': {
      ...inOrder,
      documents: mcpDocuments,
      ...texts,
    },
    'server/rest/russian/generated.ts': { plugins: ['./codegen/russianReasons.mjs'] },
    'client/browser/generated.ts': {
      ...inOrder,
      documents: plainDocuments,
      ...texts,
    },
    'client/limits/generated.ts': { plugins: ['./codegen/limits.mjs'] },
    'client/enums/generated.ts': {
      plugins: ['./codegen/enums.mjs'],
      config: {
        names: [
          'BadgeTone',
          'InconsistencyType',
          'InconsistencyStatus',
          'ResolutionAction',
          'SubscriptionType',
          'DataClass',
          'PlanTier',
          'DataVerdictWord',
          'DataResult',
          'DataAccount',
          'DataRulesStatus',
          'ComplaintStatus',
          'DataFactKind',
          'AiActRole',
          'AiActTier',
          'WebhookKind',
          'AccessRequestStatus',
        ],
      },
    },
    'client/generated.ts': {
      documents: clientDocuments,
      ...hooks,
    },
    ...Object.fromEntries(
      lateFeatures.map((name) => [
        `client/features/${name}/generated.ts`,
        { documents: `client/features/${name}/*.graphql`, ...hooks },
      ]),
    ),
  },
};

export default config;
