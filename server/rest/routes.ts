// THE TABLE: every path of the specification's section 7, one row each.
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Request } from 'express';
import { webhookOff } from '../domain/accounts/signInRules.ts';
import type { ErrorCode } from '../shared/domainError.ts';
import type { Context } from '../graphql/context.ts';
import { csv, data, spread, type Envelope, type JsonSchema } from './envelopes.ts';
import {
  AccessApproversDocument,
  AccessCaseDocument,
  AccessCasesDocument,
  AddCompanyDocument,
  AddKnowledgeDocument,
  AddSynonymDocument,
  AddWebhookDocument,
  AnalyzeUseCaseDocument,
  AnswerAccessRequestDocument,
  AskExpertDocument,
  AskTagNamesDocument,
  BringBackDocument,
  ChangeConceptDocument,
  CheckAddressDocument,
  CheckTelegramLoginDocument,
  ChooseDemoDocument,
  ChangeWebhookDocument,
  CompaniesDocument,
  ComparedItemsDocument,
  ComplaintCaseDocument,
  ComplaintCasesDocument,
  ComplaintsCountDocument,
  ComplaintsDocument,
  CompleteGoogleSignInDocument,
  ConfirmAllRestoredDocument,
  ConfirmRestoredDocument,
  CreateUseCaseDocument,
  CureComplaintsDocument,
  DataClassCountsDocument,
  DataRulesDocument,
  DataRulesHistoryDocument,
  DataRulesTableDocument,
  DecideAccessRequestDocument,
  DeclineProposalDocument,
  DeclineWishDocument,
  MergeWishDocument,
  MyFeedAddressDocument,
  MyWatchedSearchesDocument,
  RejectRestoredDocument,
  RemoveFeedAddressDocument,
  RenewFeedAddressDocument,
  ReopenWishDocument,
  RestoreReviewsDocument,
  UnwatchSearchDocument,
  WatchSearchDocument,
  WishesDocument,
  DeleteUseCaseDocument,
  DemoDocument,
  DemoRemovalDocument,
  DoublesDocument,
  EditKnowledgeDocument,
  FilterCountsDocument,
  FindConceptsDocument,
  ForgetConceptDocument,
  ForgetWordDocument,
  GenerateTelegramInviteDocument,
  HasLikedOtherUsersCasesDocument,
  HealthDocument,
  ImportBookmarksDocument,
  ImportDataRulesDocument,
  ImportsDocument,
  InconsistenciesDocument,
  ItemHistoryDocument,
  ItemLikersDocument,
  KeepCompaniesDocument,
  ItemOverviewDocument,
  LikedKnowledgeDocument,
  LikeKnowledgeDocument,
  LoadDemoDocument,
  LookUpServiceDocument,
  MarkNotificationsReadDocument,
  MeDocument,
  MergeIdenticalDoublesDocument,
  MergeKnowledgeDocument,
  MergeTagsDocument,
  NameTagsDocument,
  MergesDocument,
  MyAccessRequestsDocument,
  MyProposalsDocument,
  MyUseCasesDocument,
  MyUseCasesOfItemDocument,
  NotificationDeliveryDocument,
  NotificationsDocument,
  NotificationSettingsDocument,
  OwnConceptsDocument,
  PreviewImportDocument,
  ProposalsDocument,
  ProposeServiceDocument,
  RemoveCompanyDocument,
  RemoveDemoDocument,
  RedeliverWebhookDocument,
  RemoveSynonymDocument,
  RemoveWebhookDocument,
  RotateWebhookSecretDocument,
  RenameTagDocument,
  ReportItemDocument,
  RequestAccessDocument,
  RuledCompaniesDocument,
  RuledServicesDocument,
  ResolveInconsistencyDocument,
  SearchKnowledgeDocument,
  SetAccessApproversDocument,
  SetComplaintStatusDocument,
  SetDataRulesDocument,
  SetInconsistencyStatusDocument,
  SetNotificationDeliveryDocument,
  SetNotificationsOffDocument,
  SetupDocument,
  SignInAsDeveloperDocument,
  SignOutDocument,
  StartSignInDocument,
  StartSyncDocument,
  SyncStatusDocument,
  SynonymsDocument,
  TagsDocument,
  TaughtWordsDocument,
  TeachConceptDocument,
  TeachWordDocument,
  ToggleUseCaseLikeDocument,
  UndoComplaintCureDocument,
  UndoDataRulesDocument,
  TrySetupDocument,
  UndoImportDocument,
  UndoMergeDocument,
  UndoTagChangeDocument,
  UnnamedTagsDocument,
  UnlikeKnowledgeDocument,
  UnreadNotificationsCountDocument,
  UpdateCompanyDocument,
  UpdateKnowledgeDocument,
  UpdateUseCaseDocument,
  UseCaseLikesDocument,
  UseCasesOfItemDocument,
  ValidateTokenDocument,
  WebhookDeliveriesDocument,
  WebhooksDocument,
  WithdrawAccessRequestDocument,
  WriteClientLogDocument,
  ZeroResultSearchesDocument,
  type InconsistencyType,
} from './generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The text of a document, with the types of what it answers and takes. */
type Document<Variables = Record<string, unknown>> = DocumentTypeDecoration<
  { result?: unknown },
  Variables
> & { toString(): string };

interface Place {
  method: Method;
  /** From the root of the site; parameters in braces, as in the specification. */
  path: string;
  /** Unique name of the row in the OpenAPI document. */
  operationId: string;
  /** What the row refuses with beside what every row of its kind may (openapiRefusals.ts). */
  refusals: readonly ErrorCode[];
}

/** A row that is answered by a GraphQL document. */
export interface DocumentRow extends Place {
  document: Document;
  envelope: Envelope;
  /** Variables that the row itself decides. */
  fixed: Record<string, unknown>;
  /** Names of the query that the specification has and that decide nothing. */
  ignored: readonly string[];
}

/** A row for another machine, which speaks its own language: it is no part of the GraphQL contract. */
export interface HandlerRow extends Place {
  /** Answers the members that stand beside `success`. */
  handle(context: Context, request: Request): Promise<Record<string, unknown>>;
  /** The operation of the OpenAPI document, without its id. */
  describe: JsonSchema;
}

export type Row = DocumentRow | HandlerRow;

const operationIdOf = (method: Method, path: string): string =>
  [method, ...path.replace('/api/v1', '').split(/[^A-Za-z0-9]+/)].filter(Boolean).join('_');

const row = <Variables>(
  method: Method,
  path: string,
  document: Document<Variables>,
  envelope: Envelope,
  {
    fixed = {},
    ignored = [],
    refusals = [],
  }: { fixed?: Partial<Variables>; ignored?: readonly string[]; refusals?: ErrorCode[] } = {},
): DocumentRow => ({
  method,
  path,
  document: document as Document,
  envelope,
  fixed,
  ignored,
  refusals,
  operationId: operationIdOf(method, path),
});

/** A row below /api/v1. */
const route: typeof row = (method, path, ...rest) => row(method, `/api/v1${path}`, ...rest);

/** Telegram's own call (core.telegram.org/bots/api#setwebhook): what it sends is an update, what it reads is the status. */
const telegramWebhook: HandlerRow = {
  method: 'post',
  path: '/api/v1/telegram/webhook',
  operationId: operationIdOf('post', '/telegram/webhook'),
  refusals: [],
  handle: async ({ services }, request) => {
    if (!services.botConnection) throw webhookOff();
    await services.botConnection.takeWebhook(
      request.get('x-telegram-bot-api-secret-token'),
      request.body,
    );
    return {};
  },
  describe: {
    tags: ['telegram'],
    summary: 'Takes an update from Telegram; for Telegram only.',
    description:
      'Takes an update from Telegram; for Telegram only, which sends the secret of the webhook in a header.',
    security: [],
    parameters: [
      {
        name: 'X-Telegram-Bot-Api-Secret-Token',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['update_id'],
            additionalProperties: true,
            properties: { update_id: { type: 'integer' } },
          },
        },
      },
    },
  },
};

/** The nine paths of the specification that decide a difference: one mutation, and the type that the path names. */
const resolvePaths = {
  title_changed: 'resolve-title',
  description_changed: 'resolve-description',
  tags_changed: 'resolve-tags',
  media_type_changed: 'resolve-media-type',
  media_source_changed: 'resolve-media-source',
  image_url_changed: 'resolve-image-url',
  source_url_changed: 'resolve-source-url',
  link_broken: 'resolve-link-broken',
  item_removed: 'resolve-removed',
} as const satisfies Record<InconsistencyType, string>;

export const routes: Row[] = [
  route('post', '/auth/login', StartSignInDocument, spread),
  route('post', '/auth/google/callback', CompleteGoogleSignInDocument, spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  route('post', '/auth/validate-token', ValidateTokenDocument, spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  row('post', '/auth/telegram/callback', CheckTelegramLoginDocument, spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  route('post', '/telegram/generate-invite', GenerateTelegramInviteDocument, spread),
  telegramWebhook,
  route('post', '/auth/dev-login', SignInAsDeveloperDocument, spread, { refusals: ['NOT_FOUND'] }),
  route('post', '/auth/logout', SignOutDocument, spread),
  route('get', '/auth/me', MeDocument, data),

  route('get', '/knowledge/search', SearchKnowledgeDocument, spread),
  route('get', '/knowledge/filters', FilterCountsDocument, data),
  // What a caller may see comes from the session alone.
  route('get', '/knowledge/tags', TagsDocument, data, { ignored: ['isAdmin'] }),
  route('get', '/knowledge/check', CheckAddressDocument, data),
  route('get', '/knowledge/liked', LikedKnowledgeDocument, data, { refusals: ['FORBIDDEN'] }),
  route('post', '/knowledge/sync', StartSyncDocument, data, { refusals: ['CONFLICT'] }),
  route('get', '/knowledge/sync/status', SyncStatusDocument, data),
  route('post', '/knowledge/import/preview', PreviewImportDocument, data),
  route('post', '/knowledge/import', ImportBookmarksDocument, data, { refusals: ['CONFLICT'] }),
  route('get', '/knowledge/imports', ImportsDocument, data),
  route('post', '/knowledge/imports/{id}/undo', UndoImportDocument, data),
  route('post', '/knowledge/{id}/like', LikeKnowledgeDocument, spread),
  route('delete', '/knowledge/{id}/like', UnlikeKnowledgeDocument, spread, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/{id}/likes', ItemLikersDocument, spread),
  // Beside the specification's rows: what helps to choose.
  route('get', '/knowledge/{id}/overview', ItemOverviewDocument, data),
  route('get', '/knowledge/compare', ComparedItemsDocument, data),
  route('patch', '/knowledge/{id}', UpdateKnowledgeDocument, data, { refusals: ['CONFLICT'] }),
  // Beside the specification's rows: what admins change in the catalogue.
  route('patch', '/knowledge/{id}/content', EditKnowledgeDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/{id}/history', ItemHistoryDocument, spread),
  route('post', '/knowledge/changes/{id}/bring-back', BringBackDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/knowledge', AddKnowledgeDocument, data, { refusals: ['CONFLICT', 'NOT_FOUND'] }),
  route('post', '/knowledge/look-up', LookUpServiceDocument, data),
  route('get', '/knowledge/tags/unnamed', UnnamedTagsDocument, spread),
  route('put', '/knowledge/tags/names', NameTagsDocument, data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('post', '/knowledge/tags/names/ask', AskTagNamesDocument, data, {
    refusals: ['NOT_FOUND'],
  }),
  route('patch', '/knowledge/tags/{id}', RenameTagDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/tags/{id}/merge', MergeTagsDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/tags/changes/{id}/undo', UndoTagChangeDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/doubles', DoublesDocument, spread),
  route('post', '/knowledge/doubles/merge-identical', MergeIdenticalDoublesDocument, spread, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('get', '/knowledge/merges', MergesDocument, data),
  route('post', '/knowledge/{id}/merge', MergeKnowledgeDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/merges/{id}/undo', UndoMergeDocument, data, {
    refusals: ['CONFLICT'],
  }),
  // What may go into a service.
  route('get', '/knowledge/{id}/rules', DataRulesDocument, data, { refusals: ['FORBIDDEN'] }),
  route('get', '/knowledge/{id}/rules/history', DataRulesHistoryDocument, spread, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/rules/counts', DataClassCountsDocument, data),
  route('get', '/rules/companies', RuledCompaniesDocument, data),
  route('get', '/rules', RuledServicesDocument, spread, { refusals: ['FORBIDDEN', 'NOT_FOUND'] }),
  route('put', '/rules', SetDataRulesDocument, data, { refusals: ['CONFLICT', 'NOT_FOUND'] }),
  route('post', '/rules/changes/{id}/undo', UndoDataRulesDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/rules/table', DataRulesTableDocument, csv, {
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  route('post', '/rules/table', ImportDataRulesDocument, data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),

  // Beside the specification's rows: what admins teach the search.
  route('get', '/search/synonyms', SynonymsDocument, data),
  route('post', '/search/synonyms', AddSynonymDocument, data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('delete', '/search/synonyms/{id}', RemoveSynonymDocument, spread),
  route('get', '/search/words', TaughtWordsDocument, data),
  route('post', '/search/words', TeachWordDocument, data, { refusals: ['CONFLICT', 'NOT_FOUND'] }),
  route('delete', '/search/words/{id}', ForgetWordDocument, spread),
  route('get', '/search/concepts', FindConceptsDocument, data),
  route('get', '/search/concepts/own', OwnConceptsDocument, data),
  route('post', '/search/concepts/own', TeachConceptDocument, data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('patch', '/search/concepts/own/{id}', ChangeConceptDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('delete', '/search/concepts/own/{id}', ForgetConceptDocument, spread),
  route('get', '/search/without-results', ZeroResultSearchesDocument, data),

  route('post', '/use-cases/analyze', AnalyzeUseCaseDocument, spread),
  route('get', '/use-cases/my', MyUseCasesDocument, data, { refusals: ['FORBIDDEN'] }),
  route('get', '/use-cases/knowledge/{id}', UseCasesOfItemDocument, data),
  route('post', '/use-cases/knowledge/{id}', CreateUseCaseDocument, data, { refusals: ['GONE'] }),
  route('get', '/use-cases/knowledge/{id}/my', MyUseCasesOfItemDocument, data, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/use-cases/knowledge/{id}/ask', AskExpertDocument, spread),
  route('put', '/use-cases/{id}', UpdateUseCaseDocument, spread, { refusals: ['CONFLICT'] }),
  route('delete', '/use-cases/{id}', DeleteUseCaseDocument, spread),
  route(
    'get',
    '/use-case-likes/has-liked-other-users-cases',
    HasLikedOtherUsersCasesDocument,
    spread,
    { refusals: ['FORBIDDEN'] },
  ),
  route('post', '/use-case-likes/{id}/like', ToggleUseCaseLikeDocument, spread),
  route('get', '/use-case-likes/{id}/likes', UseCaseLikesDocument, spread),

  route('post', '/complaints', ReportItemDocument, data, { refusals: ['NOT_FOUND', 'CONFLICT'] }),
  route('get', '/complaints', ComplaintsDocument, data),
  route('get', '/complaints/count', ComplaintsCountDocument, data),
  route('get', '/complaints/cases', ComplaintCasesDocument, data),
  route('get', '/knowledge/{id}/complaints', ComplaintCaseDocument, data),
  route('post', '/knowledge/{id}/complaints/cure', CureComplaintsDocument, data, {
    refusals: ['CONFLICT', 'UNAVAILABLE'],
  }),
  route('post', '/complaints/cures/{id}/undo', UndoComplaintCureDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('patch', '/complaints/{id}/status', SetComplaintStatusDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('put', '/complaints/{id}/status', SetComplaintStatusDocument, data, {
    refusals: ['CONFLICT'],
  }),

  route('post', '/proposals', ProposeServiceDocument, data, { refusals: ['CONFLICT'] }),
  route('get', '/proposals', ProposalsDocument, data),
  route('get', '/proposals/my', MyProposalsDocument, data, { refusals: ['FORBIDDEN'] }),
  route('post', '/proposals/{id}/decline', DeclineProposalDocument, data, {
    refusals: ['CONFLICT'],
  }),

  // Beside the specification's rows: what people wish for, and who wants to be told.
  route('get', '/wishes', WishesDocument, data),
  route('post', '/wishes/{id}/decline', DeclineWishDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/wishes/{id}/merge', MergeWishDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/wishes/{id}/reopen', ReopenWishDocument, data, { refusals: ['CONFLICT'] }),
  route('get', '/search/watched', MyWatchedSearchesDocument, data, { refusals: ['FORBIDDEN'] }),
  route('post', '/search/watched', WatchSearchDocument, data, { refusals: ['CONFLICT'] }),
  route('delete', '/search/watched/{id}', UnwatchSearchDocument, spread),

  // Other tools that are told of what happens.
  route('get', '/webhooks', WebhooksDocument, data),
  route('post', '/webhooks', AddWebhookDocument, data, { refusals: ['CONFLICT'] }),
  route('patch', '/webhooks/{id}', ChangeWebhookDocument, data),
  route('delete', '/webhooks/{id}', RemoveWebhookDocument, spread),
  route('post', '/webhooks/{id}/secret', RotateWebhookSecretDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/webhooks/{id}/deliveries', WebhookDeliveriesDocument, data),
  route('post', '/webhooks/deliveries/{id}/redeliver', RedeliverWebhookDocument, data, {
    refusals: ['CONFLICT'],
  }),

  // The secret address of the feeds, which server/http/feeds.ts answers.
  route('get', '/feeds/my', MyFeedAddressDocument, data, { refusals: ['FORBIDDEN'] }),
  route('post', '/feeds/my', RenewFeedAddressDocument, data, { refusals: ['FORBIDDEN'] }),
  route('delete', '/feeds/my', RemoveFeedAddressDocument, spread, { refusals: ['FORBIDDEN'] }),

  route('post', '/email/request-access', RequestAccessDocument, data, { refusals: ['NOT_FOUND'] }),
  // Beside the specification's rows: what becomes of requests for access.
  route('get', '/access-requests', AccessCasesDocument, data, { refusals: ['FORBIDDEN'] }),
  route('get', '/access-requests/my', MyAccessRequestsDocument, data, { refusals: ['FORBIDDEN'] }),
  route('post', '/access-requests/{id}/decide', DecideAccessRequestDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/access-requests/{id}/withdraw', WithdrawAccessRequestDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/access-requests/{id}/answer', AnswerAccessRequestDocument, data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/access-requests/approvers', AccessApproversDocument, data),
  route('get', '/access-requests/{id}', AccessCaseDocument, data, { refusals: ['FORBIDDEN'] }),
  route('put', '/companies/{id}/approvers', SetAccessApproversDocument, data, {
    refusals: ['CONFLICT'],
  }),

  // What people are told.
  route('get', '/notifications', NotificationsDocument, spread, { refusals: ['FORBIDDEN'] }),
  route('get', '/notifications/unread', UnreadNotificationsCountDocument, data, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/notifications/read', MarkNotificationsReadDocument, data, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/notifications/settings', NotificationSettingsDocument, data, {
    refusals: ['FORBIDDEN'],
  }),
  route('put', '/notifications/settings', SetNotificationsOffDocument, data, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/notifications/delivery', NotificationDeliveryDocument, spread, {
    refusals: ['FORBIDDEN'],
  }),
  route('put', '/notifications/delivery', SetNotificationDeliveryDocument, spread, {
    refusals: ['FORBIDDEN'],
  }),

  route('get', '/inconsistencies', InconsistenciesDocument, data),
  route('patch', '/inconsistencies/{id}/status', SetInconsistencyStatusDocument, data, {
    refusals: ['CONFLICT'],
  }),
  ...(Object.keys(resolvePaths) as InconsistencyType[]).map((type) =>
    route(
      'post',
      `/inconsistencies/{id}/${resolvePaths[type]}`,
      ResolveInconsistencyDocument,
      data,
      {
        fixed: { type },
        refusals: ['CONFLICT'],
      },
    ),
  ),

  route('get', '/setup', SetupDocument, data),
  route('post', '/setup/try', TrySetupDocument, data),

  // What a restored backup would bring back to life.
  route('get', '/restore-reviews', RestoreReviewsDocument, data),
  route('post', '/restore-reviews/confirm', ConfirmRestoredDocument, data, {
    refusals: ['NOT_FOUND'],
  }),
  route('post', '/restore-reviews/confirm-all', ConfirmAllRestoredDocument, data),
  route('post', '/restore-reviews/reject', RejectRestoredDocument, data, {
    refusals: ['NOT_FOUND'],
  }),

  route('get', '/companies', CompaniesDocument, data),
  route('post', '/companies', AddCompanyDocument, data, { refusals: ['CONFLICT'] }),
  route('post', '/companies/keep', KeepCompaniesDocument, data),
  route('patch', '/companies/{id}', UpdateCompanyDocument, data, { refusals: ['CONFLICT'] }),
  route('delete', '/companies/{id}', RemoveCompanyDocument, spread, { refusals: ['CONFLICT'] }),

  route('get', '/demo', DemoDocument, data),
  route('post', '/demo', LoadDemoDocument, data),
  route('delete', '/demo', RemoveDemoDocument, data),
  route('get', '/demo/removal', DemoRemovalDocument, data),
  route('put', '/demo/choice', ChooseDemoDocument, data),

  route('get', '/health', HealthDocument, spread),
  route('post', '/logs', WriteClientLogDocument, spread),
];
