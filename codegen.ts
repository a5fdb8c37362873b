// Code generation from schema/*.graphql: resolver types of the server, documents of REST and MCP, hooks of the client.
import type { CodegenConfig } from '@graphql-codegen/cli';
import type { Types } from '@graphql-codegen/plugin-helpers';
import { readTypeDefinitions } from './server/transports/graphql/typeDefinitions.ts';

const scalars = {
  ID: { input: 'string', output: 'string' },
  DateTime: 'string',
  JSON: 'unknown',
  Upload: 'File',
};
/** Features of screens that few open: their documents stand with them, and cost no other screen anything. */
const lateFeatures = [
  'access',
  'auditLog',
  'companies',
  'complaints',
  'curation',
  'dataRules',
  'demo',
  'feeds',
  'import',
  'incidents',
  'inconsistencies',
  'insights',
  'notifications',
  'itemControls',
  'loadouts',
  'people',
  'proposals',
  'restoreReview',
  'setup',
  'stages',
  'subscriptions',
  'sync',
  'telegram',
  'tokens',
  'useCases',
  'webhooks',
  'catalogueGaps',
];
const firstPageDocuments = [
  'client/app/*.graphql',
  'client/features/catalogue/{cards,catalogue}.graphql',
  'client/features/wizard/*.graphql',
  'client/browser/currentUser.graphql',
];
/** Documents of the screens of services; the fragments of cards are theirs too. */
const serviceDocuments = [
  'client/items/*.graphql',
  'client/features/{addressCheck,compare,experts,itemOverview}/*.graphql',
  'client/features/catalogue/cards.graphql',
];
/** Sent as they are written: the screens that ask them load no GraphQL client. */
const plainDocuments = 'client/browser/*.graphql';
const restDocuments = 'server/transports/rest/operations/*.graphql';
const mcpDocuments = 'server/transports/mcp/operations/*.graphql';
const telegramDocuments = 'server/transports/telegram/operations/*.graphql';

const mappers = {
  CurrentUser: '../../modules/people/accounts/accounts.ts#User as UserModel',
  Person: '../../modules/people/accounts/accounts.ts#Person as PersonModel',
  DemoAccount: '../../modules/people/accounts/accounts.ts#User as UserModel',
  Company: '../../modules/people/accounts/accounts.ts#Company as CompanyModel',
  Session: '../../modules/people/sessions/sessions.store.ts#OwnSession as SessionModel',
  Account: '../../modules/people/accounts/people.store.ts#Account as AccountModel',
  ApiToken: '../../modules/people/tokens/apiTokens.store.ts#ApiToken as ApiTokenModel',
  KnowledgeItem: '../../modules/catalogue/items/items.ts#KnowledgeItem as KnowledgeItemModel',
  KnowledgePage: '../../modules/catalogue/items/items.ts#KnowledgePage as KnowledgePageModel',
  FilterCounts: '../../modules/catalogue/items/items.ts#FilterCounts as FilterCountsModel',
  ItemReasons: '../../modules/catalogue/items/items.ts#ItemReasons as ItemReasonsModel',
  QuotedUseCase: '../../modules/catalogue/items/items.ts#QuotedUseCase as QuotedUseCaseModel',
  Tag: '../../modules/catalogue/items/items.ts#Tag as TagModel',
  TagInfo: '../../modules/catalogue/items/items.ts#Tag as TagModel',
  LikesInfo: '../../modules/catalogue/items/items.ts#KnowledgeItem as KnowledgeItemModel',
  Expert: '../../modules/catalogue/items/items.ts#Expert as ExpertModel',
  UseCaseAuthor: '../../modules/people/accounts/accounts.ts#User as UserModel',
  UseCase: '../../modules/useCases/useCases.ts#UseCase as UseCaseModel',
  AccessRequest:
    '../../modules/access/requests/accessRequests.ts#AccessRequest as AccessRequestModel',
  ComplaintGroup:
    '../../modules/feedback/complaints/complaintGroups.ts#ComplaintGroup as ComplaintGroupModel',
  AppliedFix:
    '../../modules/feedback/complaints/complaintReview.store.ts#AppliedFix as AppliedFixModel',
  ComplaintFix:
    '../../modules/feedback/complaints/complaintGroups.ts#ProposedFix as ComplaintFixModel',
  AccessRequestToDecide:
    '../../modules/access/requests/accessWorkflow.service.ts#DecidableRequest as AccessRequestToDecideModel',
  CompanyApprovers:
    '../../modules/access/requests/accessRequests.ts#CompanyApprovers as CompanyApproversModel',
  CompanyUse:
    '../../modules/useCases/itemOverview/itemOverview.loaders.ts#CompanyUse as CompanyUseModel',
  AlternativeItem:
    '../../modules/useCases/itemOverview/itemOverview.loaders.ts#Alternative as AlternativeModel',
  Complaint: '../../modules/feedback/complaints/complaints.ts#Complaint as ComplaintModel',
  Inconsistency: '../../modules/sync/inconsistencies.ts#Inconsistency as InconsistencyModel',
  KnowledgeEdit: '../../modules/sync/edits/edits.service.ts#EditOutcome as EditOutcomeModel',
  HistoryEntry: '../../modules/sync/edits/itemHistory.ts#HistoryEntry as HistoryEntryModel',
  HistoryChange: '../../modules/sync/edits/itemHistory.ts#HistoryChange as HistoryChangeModel',
  ItemProblemPage:
    '../../modules/curation/itemProblems/itemProblems.module.ts#ItemProblemPage as ItemProblemPageModel',
  DuplicateGroup:
    '../../modules/curation/duplicates/duplicateMerges.ts#ShownDuplicateGroup as DuplicateGroupModel',
  Merge: '../../modules/curation/duplicates/duplicateMerges.ts#Merge as MergeModel',
  MergeRuleConflict:
    '../../modules/access/dataRules/ruleWrites.ts#MergedConflict as MergeRuleConflictModel',
  Incident: '../../modules/access/incidents/incidents.store.ts#Incident as IncidentModel',
  ChangedSource:
    '../../modules/access/sourceWatch/sourceWatch.ts#ChangedSource as ChangedSourceModel',
  ItemStage: '../../modules/access/stages/stages.ts#ItemStage as ItemStageModel',
  StageChange: '../../modules/access/stages/stages.ts#StageChange as StageChangeModel',
  DataRules: '../../modules/access/dataRules/dataRules.ts#RuleView as RuleViewModel',
  DataVerdict: '../../modules/access/dataRules/dataRules.ts#VerdictOfClass as VerdictOfClassModel',
  DataRulesChange:
    '../../modules/access/dataRules/dataRules.service.ts#SavedRules as SavedRulesModel',
  DataRulesHistoryEntry:
    '../../modules/access/dataRules/dataRules.queries.ts#RuleHistoryRow as RuleHistoryModel',
  DataRulesTableError: '../../shared/tableRows.ts#TableError as TableErrorModel',
  SubscriptionsTableError: '../../shared/tableRows.ts#TableError as TableErrorModel',
  CompanySubscription:
    '../../modules/subscriptions/subscriptions.queries.ts#SubscriptionView as CompanySubscriptionModel',
  SubscriptionTotal:
    '../../modules/subscriptions/subscriptions.ts#SubscriptionTotal as SubscriptionTotalModel',
  Insights: '../../modules/insights/insights.service.ts#InsightsReport as InsightsModel',
  CompanyAdoption: '../../modules/insights/insights.ts#CompanyAdoption as CompanyAdoptionModel',
  MarkTrend: '../../modules/insights/insights.ts#Trend as MarkTrendModel',
  ItemUsers: '../../modules/insights/insights.ts#ItemUsers as ItemUsersModel',
  AccessWaiting: '../../modules/insights/insights.ts#Waiting as AccessWaitingModel',
  AccessReview:
    '../../modules/subscriptions/accessReviews.store.ts#AccessReview as AccessReviewModel',
  AccessHolder:
    '../../modules/subscriptions/accessReviews.store.ts#AccessHolder as AccessHolderModel',
  ItemSeats: '../../modules/subscriptions/accessReviews.service.ts#ItemSeats as ItemSeatsModel',
  DataRulesRowChange:
    '../../modules/access/dataRules/rulesTable.service.ts#RowChange as RowChangeModel',
  CustomSynonym: '../../modules/search/customConcepts.ts#WordForConcept as CustomSynonymModel',
  CustomConcept: '../../modules/search/customConcepts.ts#CustomConcept as CustomConceptModel',
  MergeOutcome:
    '../../modules/curation/duplicates/duplicateMerges.ts#MergeOutcome as MergeOutcomeModel',
  ServiceDraft: '../../modules/curation/addItem/addItem.ts#Proposal as ProposalModel',
  AddKnowledgeResult: '../../modules/curation/addItem/addItem.ts#AddOutcome as AddOutcomeModel',
  ProposedService:
    '../../modules/feedback/proposals/proposals.store.ts#ProposedService as ProposedServiceModel',
  ProposalOutcome:
    '../../modules/feedback/proposals/proposals.store.ts#ProposalOutcome as ProposalOutcomeModel',
  CheckedAddress:
    '../../modules/catalogue/pageAddresses/pageAddresses.ts#AddressCheck as CheckedAddressModel',
  Notification:
    '../../modules/messaging/notifications/notifications.ts#Notification as NotificationModel',
  NotificationDelivery:
    '../../modules/messaging/notifications/notifications.service.ts#OwnDeliverySettings as OwnDeliverySettingsModel',
  NotificationPage:
    '../../modules/messaging/notifications/notifications.service.ts#NotificationPage as NotificationPageModel',
  CatalogueGap:
    '../../modules/feedback/catalogueGaps/catalogueGaps.ts#ListedCatalogueGap as CatalogueGapModel',
  SearchAlert:
    '../../modules/feedback/catalogueGaps/catalogueGaps.ts#SearchAlert as SearchAlertModel',
  Loadout: '../../modules/loadouts/loadouts.ts#Loadout as LoadoutModel',
  LoadoutItem: '../../modules/loadouts/loadouts.ts#LoadoutItem as LoadoutItemModel',
  Webhook: '../../modules/messaging/webhooks/webhooks.ts#Webhook as WebhookModel',
  WebhookDelivery: '../../modules/messaging/webhooks/webhooks.ts#Delivery as WebhookDeliveryModel',
  TagChange: '../../modules/curation/tags/tags.ts#TagOutcome as TagOutcomeModel',
  TagNamingRow: '../../modules/curation/tags/tags.ts#TagNamingRow as TagNamingRowModel',
  SyncStatus: '../../modules/sync/syncStatus.ts#SyncStatus as SyncStatusModel',
  AuditLogEntry:
    '../../modules/people/auditLog/auditLog.module.ts#AuditLogEntry as AuditLogEntryModel',
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
    'server/transports/graphql/generated.ts': {
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
          Upload: 'Uint8Array',
        },
        maybeValue: 'T | null',
        inputMaybeValue: 'T | null | undefined',
      },
    },
    'server/transports/rest/generated.ts': {
      ...inOrder,
      documents: restDocuments,
      ...texts,
    },
    'server/transports/mcp/generated.ts': {
      ...inOrder,
      documents: mcpDocuments,
      ...texts,
    },
    'server/transports/telegram/generated.ts': {
      ...inOrder,
      documents: telegramDocuments,
      ...texts,
    },
    'server/transports/telegram/pageTexts/generated.ts': { plugins: ['./codegen/pageTexts.mjs'] },
    'server/transports/rest/russian/generated.ts': { plugins: ['./codegen/russianReasons.mjs'] },
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
          'ServiceStage',
          'PlanTier',
          'DataVerdictValue',
          'DataResult',
          'DataAccount',
          'DataRulesStatus',
          'ComplaintStatus',
          'DataFactKind',
          'AiActRole',
          'AiActTier',
          'WebhookKind',
          'AccessRequestStatus',
          'IncidentKind',
          'IncidentSeverity',
        ],
      },
    },
    'client/generated.ts': { documents: firstPageDocuments, ...hooks },
    'client/items/generated.ts': { documents: serviceDocuments, ...hooks },
    'client/features/catalogue/generated.ts': {
      documents: 'client/features/catalogue/filters.graphql',
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
