// Rows of access requests.
import { accountStatusSql } from '../../people/accounts/accounts.module.ts';
import type { DataClass } from '../dataRules/dataRules.ts';
import type { AccessRequest, BeforeDecision, SubscriptionType } from './accessRequests.ts';
import { openStatuses, type AccessStatus } from './accessStateMachine.ts';

/** JSON has no dates. */
type StoredBeforeDecision = Omit<BeforeDecision, 'expiresAt'> & { expiresAt: string | null };

export interface AccessRow {
  id: number;
  user_id: number | null;
  item_id: number | null;
  batch_id: number | null;
  service: string;
  subscription_type: SubscriptionType;
  features: string;
  needs_testing: boolean;
  data_classes: DataClass[];
  state: AccessRequest['state'];
  status: AccessStatus;
  version: number;
  created_at: Date;
  sent_at: Date | null;
  due_at: Date;
  changed_at: Date;
  decided_by: number | null;
  word: string | null;
  answer: string | null;
  expires_at: Date | null;
  before_decision: StoredBeforeDecision | null;
}

export const accessColumns = [
  'id',
  'user_id',
  'item_id',
  'batch_id',
  'service',
  'subscription_type',
  'features',
  'needs_testing',
  'data_classes',
  'state',
  'status',
  'version',
  'created_at',
  'sent_at',
  'due_at',
  'changed_at',
  'decided_by',
  'word',
  'answer',
  'expires_at',
  'before_decision',
] as const;

export const isOpen = `status in (${openStatuses.map((one) => `'${one}'`).join(', ')})`;

export const toAccessRequest = (row: AccessRow): AccessRequest => ({
  id: row.id,
  userId: row.user_id,
  itemId: row.item_id,
  batchId: row.batch_id,
  service: row.service,
  subscriptionType: row.subscription_type,
  features: row.features,
  needsTesting: row.needs_testing,
  dataClasses: row.data_classes,
  state: row.state,
  status: row.status,
  version: row.version,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  dueAt: row.due_at,
  statusChangedAt: row.changed_at,
  decidedBy: row.decided_by,
  decisionMessage: row.word,
  answer: row.answer,
  expiresAt: row.expires_at,
  beforeDecision: row.before_decision && {
    ...row.before_decision,
    expiresAt:
      row.before_decision.expiresAt === null ? null : new Date(row.before_decision.expiresAt),
  },
});

/**
 * SQL for approvers of companies with an active account.
 * @param parameters named parameters for `accountStatusValues`
 */
export const activeApproversSql = (...parameters: Parameters<typeof accountStatusSql>): string => `
  select access_approvers.company_key, users.id, users.email from access_approvers
  join users on users.id = access_approvers.user_id where ${accountStatusSql(...parameters)} = 'active'`;
