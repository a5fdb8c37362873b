// Route table: every REST path, one row each.
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { Request } from 'express';
import { webhookOff } from '../../modules/people/signIn/signInRules.ts';
import type { ErrorCode } from '../../shared/domainError.ts';
import type { Context } from '../graphql/context.ts';
import { csv, data, spread, type Envelope, type JsonSchema } from './envelopes.ts';
import * as documents from './generated.ts';
import type { InconsistencyType } from './generated.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The text of a document, with the types of its result and variables. */
type Document = DocumentTypeDecoration<{ result?: unknown }, Record<string, unknown>> & {
  toString(): string;
};

const generated = { ...documents };
type Documents = typeof generated;
/** The name of an operation in `operations/`. */
type OperationName = {
  [Key in keyof Documents]: Key extends `${infer Name}Document` ? Name : never;
}[keyof Documents];
type VariablesOf<Name extends OperationName> =
  Documents[`${Name}Document`] extends DocumentTypeDecoration<unknown, infer Variables>
    ? Variables
    : never;

interface Place {
  method: Method;
  /** From the root of the site; parameters in braces, as in the specification. */
  path: string;
  /** Unique name of the row in the OpenAPI document. */
  operationId: string;
  /** Refusals of the row beside those of every row of its kind (openapiRefusals.ts). */
  refusals: readonly ErrorCode[];
}

/** A row that runs a GraphQL document. */
export interface DocumentRow extends Place {
  document: Document;
  envelope: Envelope;
  /** Variables that the row sets. */
  fixed: Record<string, unknown>;
}

/** A row for another machine with its own protocol, outside the GraphQL contract. */
export interface HandlerRow extends Place {
  /** Returns the members beside `success`. */
  handle(context: Context, request: Request): Promise<Record<string, unknown>>;
  /** The operation of the OpenAPI document, without its id. */
  describe: JsonSchema;
}

export type Row = DocumentRow | HandlerRow;

const operationIdOf = (method: Method, path: string): string =>
  [method, ...path.replace('/api/v1', '').split(/[^A-Za-z0-9]+/)].filter(Boolean).join('_');

const row = <Name extends OperationName>(
  method: Method,
  path: string,
  operation: Name,
  envelope: Envelope,
  {
    fixed = {},
    refusals = [],
  }: {
    fixed?: Partial<VariablesOf<Name>>;
    refusals?: ErrorCode[];
  } = {},
): DocumentRow => ({
  method,
  path,
  document: generated[`${operation}Document`] as unknown as Document,
  envelope,
  fixed,
  refusals,
  operationId: operationIdOf(method, path),
});

/** A row below /api/v1. */
const route: typeof row = (method, path, ...rest) => row(method, `/api/v1${path}`, ...rest);

/** Call of Telegram (core.telegram.org/bots/api#setwebhook): it sends an update and reads the status only. */
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

/** The nine paths of the specification that resolve an inconsistency: one mutation, and a type for each path. */
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
  route('post', '/auth/login', 'StartSignIn', spread),
  route('post', '/auth/google/callback', 'CompleteGoogleSignIn', spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  route('post', '/auth/{provider}/callback', 'CompleteSignIn', spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  route('post', '/auth/validate-token', 'ValidateToken', spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  row('post', '/auth/telegram/callback', 'CheckTelegramLogin', spread, {
    refusals: ['UNAUTHENTICATED'],
  }),
  route('post', '/telegram/generate-invite', 'GenerateTelegramInvite', spread),
  telegramWebhook,
  route('post', '/auth/dev-login', 'SignInAsDeveloper', spread, { refusals: ['NOT_FOUND'] }),
  route('post', '/auth/logout', 'SignOut', spread),
  route('get', '/auth/me', 'Me', data),

  route('get', '/knowledge/search', 'SearchKnowledge', spread),
  route('get', '/knowledge/filters', 'FilterCounts', data),
  // The rights of a caller come from the session alone: `isAdmin` of the specification is ignored.
  route('get', '/knowledge/tags', 'Tags', data),
  route('get', '/knowledge/check', 'CheckAddress', data),
  route('get', '/knowledge/liked', 'LikedKnowledge', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/knowledge/sync', 'StartSync', data, { refusals: ['CONFLICT'] }),
  route('get', '/knowledge/sync/status', 'SyncStatus', data),
  route('post', '/knowledge/import/preview', 'PreviewImport', data),
  route(
    'post',
    '/knowledge/import/report',
    'ImportReport',
    csv(() => 'import-report.csv'),
  ),
  route('post', '/knowledge/import', 'ImportBookmarks', data, { refusals: ['CONFLICT'] }),
  route('get', '/knowledge/imports', 'Imports', data),
  route('post', '/knowledge/imports/{id}/undo', 'UndoImport', data),
  route('post', '/knowledge/{id}/like', 'LikeKnowledge', spread),
  route('delete', '/knowledge/{id}/like', 'UnlikeKnowledge', spread, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/{id}/likes', 'ItemLikers', spread),
  // Beyond the specification: help with the choice of a service.
  route('get', '/knowledge/{id}/overview', 'ItemOverview', data),
  route('get', '/knowledge/compare', 'ComparedItems', data),
  route('patch', '/knowledge/{id}', 'UpdateKnowledge', data, { refusals: ['CONFLICT'] }),
  // Beyond the specification: edits of the catalogue by admins.
  route('patch', '/knowledge/{id}/content', 'EditKnowledge', data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/{id}/history', 'ItemHistory', spread),
  route('post', '/knowledge/changes/{id}/revert', 'RevertChange', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/knowledge', 'AddKnowledge', data, { refusals: ['CONFLICT', 'NOT_FOUND'] }),
  route('post', '/knowledge/look-up', 'LookUpService', data),
  route('get', '/knowledge/problems', 'ItemProblems', spread),
  route('get', '/knowledge/tags/unnamed', 'UnnamedTags', spread),
  route('get', '/knowledge/tags/duplicates', 'TagDuplicates', spread),
  route('post', '/knowledge/tags/duplicates/merge-exact', 'MergeExactTagDuplicates', data, {
    refusals: ['CONFLICT'],
  }),
  route('put', '/knowledge/tags/names', 'NameTags', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('post', '/knowledge/tags/names/ask', 'SuggestTagNames', data, {
    refusals: ['NOT_FOUND'],
  }),
  route('patch', '/knowledge/tags/{id}', 'RenameTag', data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/tags/{id}/merge', 'MergeTags', data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/tags/changes/{id}/undo', 'UndoTagChange', data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/duplicates', 'Duplicates', spread),
  route('post', '/knowledge/duplicates/merge-identical', 'MergeIdenticalDuplicates', spread, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('get', '/knowledge/merges', 'Merges', data),
  route('post', '/knowledge/{id}/merge', 'MergeKnowledge', data, { refusals: ['CONFLICT'] }),
  route('post', '/knowledge/merges/{id}/undo', 'UndoMerge', data, {
    refusals: ['CONFLICT'],
  }),
  // Data rules.
  route('get', '/knowledge/{id}/rules', 'DataRules', data, { refusals: ['FORBIDDEN'] }),
  route('get', '/knowledge/{id}/rules/history', 'DataRulesHistory', spread, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/knowledge/{id}/incidents', 'StartIncident', data, {
    refusals: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  }),
  route('put', '/incidents/{id}', 'ChangeIncident', data, {
    refusals: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  }),
  route('post', '/incidents/{id}/end', 'EndIncident', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/incidents/{id}/reopen', 'ReopenIncident', data, { refusals: ['FORBIDDEN'] }),
  route('get', '/knowledge/{id}/stage', 'ItemStage', data),
  route('put', '/knowledge/{id}/stage', 'SetStage', data, {
    refusals: ['CONFLICT', 'NOT_FOUND', 'FORBIDDEN'],
  }),
  route('get', '/stages/to-decide', 'PilotsToDecide', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/stages/{id}/undo', 'UndoStage', data, { refusals: ['CONFLICT', 'FORBIDDEN'] }),
  route('post', '/stages/{id}/join', 'JoinPilot', data, { refusals: ['CONFLICT', 'FORBIDDEN'] }),
  route('post', '/stages/{id}/leave', 'LeavePilot', data, { refusals: ['FORBIDDEN'] }),
  route('get', '/rules/counts', 'DataClassCounts', data),
  route('get', '/rules/companies', 'CompaniesWithDataRules', data),
  route('get', '/rules', 'ServicesWithDataRules', spread, { refusals: ['FORBIDDEN', 'NOT_FOUND'] }),
  route('get', '/rules/progress', 'DataRulesProgress', data, {
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  route('get', '/rules/sources', 'ChangedSources', spread, { refusals: ['FORBIDDEN'] }),
  route('post', '/rules/sources/{id}/confirm', 'ConfirmSource', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/rules/sources/{id}/confirm/undo', 'UndoSourceConfirmation', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('put', '/rules', 'SetDataRules', data, { refusals: ['CONFLICT', 'NOT_FOUND'] }),
  route('post', '/rules/changes/{id}/undo', 'UndoDataRules', data, {
    refusals: ['CONFLICT'],
  }),
  route(
    'get',
    '/rules/table',
    'DataRulesTable',
    csv(({ company }) => `data-rules-${String(company)}.csv`),
    {
      refusals: ['FORBIDDEN', 'NOT_FOUND'],
    },
  ),
  route('post', '/rules/table', 'ImportDataRules', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),

  // Beyond the specification: custom synonyms and concepts of the search.
  route('get', '/search/synonyms', 'Synonyms', data),
  route('post', '/search/synonyms', 'AddSynonym', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('delete', '/search/synonyms/{id}', 'RemoveSynonym', spread),
  route('get', '/search/custom-synonyms', 'CustomSynonyms', data),
  route('post', '/search/custom-synonyms', 'AddCustomSynonym', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('delete', '/search/custom-synonyms/{id}', 'RemoveCustomSynonym', spread),
  route('get', '/search/concepts', 'FindConcepts', data),
  route('get', '/search/custom-concepts', 'CustomConcepts', data),
  route('post', '/search/custom-concepts', 'AddCustomConcept', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('patch', '/search/custom-concepts/{id}', 'UpdateCustomConcept', data, {
    refusals: ['CONFLICT'],
  }),
  route('delete', '/search/custom-concepts/{id}', 'RemoveCustomConcept', spread),
  route('get', '/search/without-results', 'ZeroResultSearches', data),

  route('post', '/use-cases/analyze', 'AnalyzeUseCase', spread),
  route('get', '/use-cases/my', 'MyUseCases', data, { refusals: ['FORBIDDEN'] }),
  route('get', '/use-cases/knowledge/{id}', 'UseCasesOfItem', data),
  route('post', '/use-cases/knowledge/{id}', 'CreateUseCase', data, { refusals: ['GONE'] }),
  route('get', '/use-cases/knowledge/{id}/my', 'MyUseCasesOfItem', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/use-cases/knowledge/{id}/ask', 'AskExpert', spread),
  route('put', '/use-cases/{id}', 'UpdateUseCase', spread, { refusals: ['CONFLICT'] }),
  route('delete', '/use-cases/{id}', 'DeleteUseCase', spread),
  route('get', '/use-case-likes/has-liked-other-users-cases', 'HasLikedOtherUsersCases', spread, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/use-case-likes/{id}/like', 'ToggleUseCaseLike', spread),
  route('get', '/use-case-likes/{id}/likes', 'UseCaseLikes', spread),

  // Loadouts; their items are ordered over GraphQL.
  route('get', '/loadouts', 'Loadouts', spread),
  route('post', '/loadouts', 'CreateLoadout', data, {
    refusals: ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND'],
  }),
  route('get', '/loadouts/{id}', 'Loadout', data),
  route('patch', '/loadouts/{id}', 'UpdateLoadout', data, { refusals: ['FORBIDDEN', 'CONFLICT'] }),
  route('delete', '/loadouts/{id}', 'DeleteLoadout', spread, { refusals: ['FORBIDDEN'] }),
  route('post', '/loadouts/{id}/restore', 'RestoreLoadout', data, {
    refusals: ['FORBIDDEN', 'CONFLICT'],
  }),
  route('post', '/loadouts/{id}/copy', 'CopyLoadout', data, {
    refusals: ['FORBIDDEN', 'CONFLICT'],
  }),
  route('post', '/loadouts/{id}/take', 'TakeLoadout', data, { refusals: ['FORBIDDEN'] }),
  route('delete', '/loadouts/{id}/take', 'UndoTakeLoadout', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/loadouts/{id}/access', 'RequestAccessForLoadout', data, {
    refusals: ['FORBIDDEN'],
  }),

  route('post', '/complaints', 'ReportItem', data, { refusals: ['NOT_FOUND', 'CONFLICT'] }),
  route('get', '/complaints', 'Complaints', data),
  route('get', '/complaints/count', 'ComplaintsCount', data),
  route('get', '/complaints/cases', 'ComplaintGroups', data),
  route('get', '/knowledge/{id}/complaints', 'ComplaintGroup', data),
  route('post', '/knowledge/{id}/complaints/fix', 'ApplyComplaintFix', data, {
    refusals: ['CONFLICT', 'UNAVAILABLE'],
  }),
  route('post', '/complaints/fixes/{id}/undo', 'UndoComplaintFix', data, {
    refusals: ['CONFLICT'],
  }),
  route('patch', '/complaints/{id}/status', 'SetComplaintStatus', data, {
    refusals: ['CONFLICT'],
  }),
  route('put', '/complaints/{id}/status', 'SetComplaintStatus', data, {
    refusals: ['CONFLICT'],
  }),

  route('post', '/proposals', 'ProposeService', data, { refusals: ['CONFLICT'] }),
  route('get', '/proposals', 'Proposals', data),
  route('get', '/proposals/my', 'MyProposals', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/proposals/{id}/decline', 'DeclineProposal', data, {
    refusals: ['CONFLICT'],
  }),

  // Beyond the specification: catalogue gaps and search alerts.
  route('get', '/catalogue-gaps', 'CatalogueGaps', data),
  route('post', '/catalogue-gaps/{id}/decline', 'DeclineCatalogueGap', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/catalogue-gaps/{id}/merge', 'MergeCatalogueGap', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/catalogue-gaps/{id}/reopen', 'ReopenCatalogueGap', data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/search/alerts', 'MySearchAlerts', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/search/alerts', 'AddSearchAlert', data, { refusals: ['CONFLICT'] }),
  route('delete', '/search/alerts/{id}', 'RemoveSearchAlert', spread),

  // Webhooks.
  route('get', '/webhooks', 'Webhooks', data),
  route('post', '/webhooks', 'AddWebhook', data, { refusals: ['CONFLICT'] }),
  route('patch', '/webhooks/{id}', 'ChangeWebhook', data),
  route('delete', '/webhooks/{id}', 'RemoveWebhook', spread),
  route('post', '/webhooks/{id}/secret', 'RotateWebhookSecret', data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/webhooks/{id}/deliveries', 'WebhookDeliveries', data),
  route('post', '/webhooks/deliveries/{id}/redeliver', 'RedeliverWebhook', data, {
    refusals: ['CONFLICT'],
  }),

  // The secret address of the feeds (server/transports/http/feeds.ts).
  route('get', '/feeds/my', 'MyFeedAddress', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/feeds/my', 'RenewFeedAddress', data, { refusals: ['FORBIDDEN'] }),
  route('delete', '/feeds/my', 'RemoveFeedAddress', spread, { refusals: ['FORBIDDEN'] }),

  route('post', '/email/request-access', 'RequestAccess', data, { refusals: ['NOT_FOUND'] }),
  // Beyond the specification: decisions on access requests.
  route('get', '/access-requests', 'AccessRequestsToDecide', data, { refusals: ['FORBIDDEN'] }),
  route('get', '/access-requests/my', 'MyAccessRequests', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/access-requests/{id}/decide', 'DecideAccessRequest', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/access-requests/{id}/undo', 'UndoAccessDecision', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/access-requests/{id}/withdraw', 'WithdrawAccessRequest', data, {
    refusals: ['CONFLICT'],
  }),
  route('post', '/access-requests/{id}/answer', 'AnswerAccessRequest', data, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/access-requests/approvers', 'AccessApprovers', data),
  route('get', '/access-requests/to-revoke', 'AccessToRevoke', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/access-requests/{id}', 'AccessRequestToDecide', data, { refusals: ['FORBIDDEN'] }),
  route('put', '/companies/{id}/approvers', 'SetAccessApprovers', data, {
    refusals: ['CONFLICT'],
  }),

  // Subscriptions, their seats, and reviews of granted access.
  route('get', '/subscriptions', 'Subscriptions', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/subscriptions', 'AddSubscription', data, {
    refusals: ['CONFLICT', 'NOT_FOUND'],
  }),
  route('get', '/subscriptions/companies', 'SubscriptionCompanies', data),
  route(
    'get',
    '/subscriptions/table',
    'SubscriptionsTable',
    csv(() => 'subscriptions.csv'),
    { refusals: ['FORBIDDEN'] },
  ),
  route('post', '/subscriptions/table', 'ImportSubscriptions', data, { refusals: ['CONFLICT'] }),
  route('put', '/subscriptions/{id}', 'UpdateSubscription', data, { refusals: ['CONFLICT'] }),
  route('delete', '/subscriptions/{id}', 'RemoveSubscription', spread, {
    refusals: ['CONFLICT'],
  }),
  route('get', '/knowledge/{id}/seats', 'ItemSeats', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/knowledge/{id}/access-review', 'StartAccessReview', data),
  route('get', '/access-reviews/my', 'MyAccessReviews', data, { refusals: ['FORBIDDEN'] }),
  route('post', '/access-reviews/{id}/answer', 'AnswerAccessReview', data),

  // Insights.
  route('get', '/admin/insights', 'Insights', data, { refusals: ['FORBIDDEN', 'NOT_FOUND'] }),
  route(
    'get',
    '/admin/insights/table',
    'InsightsTable',
    csv(({ plot }) => `insights-${String(plot)}.csv`),
    { refusals: ['FORBIDDEN', 'NOT_FOUND'] },
  ),

  // Notifications.
  route('get', '/notifications', 'Notifications', spread, { refusals: ['FORBIDDEN'] }),
  route('get', '/notifications/unread', 'UnreadNotificationsCount', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('post', '/notifications/read', 'MarkNotificationsRead', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/notifications/settings', 'NotificationSettings', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('put', '/notifications/settings', 'SetNotificationsOff', data, {
    refusals: ['FORBIDDEN'],
  }),
  route('get', '/notifications/delivery', 'NotificationDelivery', spread, {
    refusals: ['FORBIDDEN'],
  }),
  route('put', '/notifications/delivery', 'SetNotificationDelivery', spread, {
    refusals: ['FORBIDDEN'],
  }),

  route('get', '/inconsistencies', 'Inconsistencies', data),
  route('patch', '/inconsistencies/{id}/status', 'SetInconsistencyStatus', data, {
    refusals: ['CONFLICT'],
  }),
  ...(Object.keys(resolvePaths) as InconsistencyType[]).map((type) =>
    route('post', `/inconsistencies/{id}/${resolvePaths[type]}`, 'ResolveInconsistency', data, {
      fixed: { type },
      refusals: ['CONFLICT'],
    }),
  ),

  route('get', '/setup', 'Setup', data),
  route('post', '/setup/test', 'TestSetup', data),

  // Reviews of a restored backup.
  route('get', '/restore-reviews', 'RestoreReviews', data),
  route('post', '/restore-reviews/confirm', 'ConfirmRestored', data, {
    refusals: ['NOT_FOUND'],
  }),
  route('post', '/restore-reviews/confirm-all', 'ConfirmAllRestored', data),
  route('post', '/restore-reviews/reject', 'RejectRestored', data, {
    refusals: ['NOT_FOUND'],
  }),

  route('get', '/companies', 'Companies', data),
  route('post', '/companies', 'AddCompany', data, { refusals: ['CONFLICT'] }),
  route('post', '/companies/confirm', 'ConfirmCompanies', data),
  route('patch', '/companies/{id}', 'UpdateCompany', data, { refusals: ['CONFLICT'] }),
  route('delete', '/companies/{id}', 'RemoveCompany', spread, { refusals: ['CONFLICT'] }),

  route('get', '/demo', 'Demo', data),
  route('post', '/demo', 'LoadDemo', data),
  route('delete', '/demo', 'RemoveDemo', data),
  route('get', '/demo/removal', 'DemoRemoval', data),
  route('put', '/demo/choice', 'ChooseDemo', data),

  route('get', '/health', 'Health', spread),
  route('post', '/logs', 'WriteClientLog', spread),
];
