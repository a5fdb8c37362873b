/** Translation keys of the recorded actions, and the name of who did them. */
import { useTranslation } from 'react-i18next';

export const actionKeys = {
  'item.hidden': 'itemHidden',
  'item.shown': 'itemShown',
  'item.notes': 'itemNotes',
  'item.edited': 'itemEdited',
  'item.broughtBack': 'itemBroughtBack',
  'item.added': 'itemAdded',
  'tag.renamed': 'tagRenamed',
  'tag.merged': 'tagMerged',
  'tag.named': 'tagNamed',
  'tag.undone': 'tagUndone',
  'rules.changed': 'rulesChanged',
  'rules.undone': 'rulesUndone',
  'source.confirmed': 'sourceConfirmed',
  'source.reopened': 'sourceReopened',
  'incident.started': 'incidentStarted',
  'incident.changed': 'incidentChanged',
  'incident.ended': 'incidentEnded',
  'incident.reopened': 'incidentReopened',
  'stage.set': 'stageSet',
  'stage.undone': 'stageUndone',
  'item.merged': 'itemMerged',
  'item.unmerged': 'itemUnmerged',
  'backup.made': 'backupMade',
  'backup.restored': 'backupRestored',
  'restore.confirmed': 'restoreConfirmed',
  'restore.rejected': 'restoreRejected',
  'company.added': 'companyAdded',
  'company.changed': 'companyChanged',
  'company.kept': 'companyKept',
  'company.removed': 'companyRemoved',
  'access.moved': 'accessMoved',
  'access.approvers': 'accessApprovers',
  'accessReview.started': 'accessReviewStarted',
  'accessReview.answered': 'accessReviewAnswered',
  'subscription.added': 'subscriptionAdded',
  'subscription.changed': 'subscriptionChanged',
  'subscription.removed': 'subscriptionRemoved',
  'loadout.created': 'loadoutCreated',
  'loadout.changed': 'loadoutChanged',
  'loadout.kind': 'loadoutKind',
  'loadout.deleted': 'loadoutDeleted',
  'loadout.restored': 'loadoutRestored',
  'complaint.status': 'complaintStatus',
  'proposal.added': 'proposalAdded',
  'proposal.declined': 'proposalDeclined',
  'wish.declined': 'wishDeclined',
  'wish.merged': 'wishMerged',
  'wish.reopened': 'wishReopened',
  'inconsistency.raised': 'inconsistencyRaised',
  'inconsistency.refreshed': 'inconsistencyRefreshed',
  'inconsistency.closed': 'inconsistencyClosed',
  'inconsistency.resolved': 'inconsistencyResolved',
  'inconsistency.ignored': 'inconsistencyIgnored',
  'inconsistency.reopened': 'inconsistencyReopened',
  'inconsistency.undone': 'inconsistencyUndone',
  'sync.added': 'syncAdded',
  'sync.agreed': 'syncAgreed',
  'sync.adopted': 'syncAdopted',
  'sync.returned': 'syncReturned',
  'sync.restored': 'syncRestored',
  'sync.rebound': 'syncRebound',
  'demo.removed': 'demoRemoved',
  'demo.loaded': 'demoLoaded',
  'demo.chosen': 'demoChosen',
  'demo.gaveWay': 'demoGaveWay',
  'import.undone': 'importUndone',
  'synonym.added': 'synonymAdded',
  'synonym.removed': 'synonymRemoved',
  'word.taught': 'wordTaught',
  'word.forgotten': 'wordForgotten',
  'concept.taught': 'conceptTaught',
  'concept.changed': 'conceptChanged',
  'concept.forgotten': 'conceptForgotten',
  'apiToken.created': 'tokenCreated',
  'apiToken.serviceCreated': 'serviceTokenCreated',
  'apiToken.revoked': 'tokenRevoked',
  'apiToken.acted': 'tokenActed',
  'webhook.added': 'webhookAdded',
  'webhook.changed': 'webhookChanged',
  'webhook.rotated': 'webhookRotated',
  'webhook.removed': 'webhookRemoved',
  'webhook.gone': 'webhookGone',
  'admin.granted': 'adminGranted',
  'admin.removed': 'adminRemoved',
  'person.deleted': 'personDeleted',
  'person.telegramDisconnected': 'personTelegramDisconnected',
  'person.disabled': 'personDisabled',
  'person.enabled': 'personEnabled',
  'person.left': 'personLeft',
  'person.sessionsEnded': 'personSignedOut',
} as const;

export type ActionCode = keyof typeof actionKeys;

interface RecordedChange {
  actor?: { name: string } | null;
  runId?: string | null;
  isAutomatic: boolean;
  isByPerson: boolean;
}

/** Name of the person or process behind a recorded change. */
export function useActorName() {
  const { t } = useTranslation('dashboard');
  return ({ actor, runId, isAutomatic, isByPerson }: RecordedChange): string => {
    if (actor) return actor.name;
    if (isByPerson) return t('admin.auditLog.gone');
    if (runId) return t('admin.auditLog.run');
    return t(isAutomatic ? 'admin.auditLog.automatic' : 'admin.auditLog.command');
  };
}
