/** The recorded actions and the keys of their names. */
export const actionKeys = {
  'item.hidden': 'itemHidden',
  'item.shown': 'itemShown',
  'item.notes': 'itemNotes',
  'complaint.status': 'complaintStatus',
  'inconsistency.raised': 'inconsistencyRaised',
  'inconsistency.resolved': 'inconsistencyResolved',
  'inconsistency.ignored': 'inconsistencyIgnored',
  'inconsistency.reopened': 'inconsistencyReopened',
  'inconsistency.undone': 'inconsistencyUndone',
  'sync.added': 'syncAdded',
  'sync.agreed': 'syncAgreed',
  'sync.rebound': 'syncRebound',
  'synonym.added': 'synonymAdded',
  'synonym.removed': 'synonymRemoved',
  'apiToken.created': 'tokenCreated',
  'apiToken.revoked': 'tokenRevoked',
  'admin.granted': 'adminGranted',
  'admin.removed': 'adminRemoved',
} as const;

export type ActionCode = keyof typeof actionKeys;
