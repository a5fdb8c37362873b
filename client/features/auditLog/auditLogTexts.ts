/** Texts of audit log entries, without ids and JSON. */
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { formatDate } from '../../i18n/formats.ts';
import {
  accessRequestStatuses,
  complaintStatuses,
  inconsistencyTypes,
  resolutionActions,
} from '../../enums/generated.ts';
import type setup from '../../i18n/locales/ru/setup.json';
import { factsOf, useChangedFields, type Facts } from './changedFields.ts';
import type { AuditLogQuery } from './generated.ts';

type Entry = AuditLogQuery['auditLog']['entries'][number];

export interface AuditLogText {
  /** The service or thing that was changed. */
  subject: string;
  /** Further detail: the field, the decision; empty when the action says all. */
  detail: string;
  before: string;
  after: string;
}

const read = (json: string | null | undefined): unknown => {
  if (json === null || json === undefined) return null;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
};

const isType = (value: unknown): value is (typeof inconsistencyTypes)[number] =>
  (inconsistencyTypes as readonly unknown[]).includes(value);

const isResolution = (value: unknown): value is (typeof resolutionActions)[number] =>
  (resolutionActions as readonly unknown[]).includes(value);

const isAccessStatus = (value: unknown): value is (typeof accessRequestStatuses)[number] =>
  (accessRequestStatuses as readonly unknown[]).includes(value);

/** Words of the server that stand for a state. */
const states = [
  'new',
  'resolved',
  'ignored',
  'visible',
  'hidden',
  'trashed',
  'absent',
  'read',
  'write',
  'admin',
  'leave',
  'keep',
] as const;
const isState = (value: unknown): value is (typeof states)[number] =>
  (states as readonly unknown[]).includes(value);
const subjects = [
  'item',
  'complaint',
  'proposal',
  'wish',
  'access',
  'inconsistency',
  'synonym',
  'concept',
  'tag',
  'company',
  'subscription',
  'backup',
  'apiToken',
  'webhook',
  'user',
  'demo',
  'import',
  'loadout',
] as const;
const isSubject = (value: string): value is (typeof subjects)[number] =>
  (subjects as readonly string[]).includes(value);

/** Their record holds the fields of a service that were changed. */
const editActions: ReadonlySet<string> = new Set(['item.edited', 'item.broughtBack']);

/** Mutations of version 0.2.0 in the audit log, by their present names. */
const renamedMutations = new Map([
  ['askTagNames', 'suggestTagNames'],
  ['bringBack', 'revertChange'],
  ['changeConcept', 'updateCustomConcept'],
  ['cureComplaints', 'applyComplaintFix'],
  ['declineWish', 'declineCatalogueGap'],
  ['forgetConcept', 'removeCustomConcept'],
  ['forgetWord', 'removeCustomSynonym'],
  ['keepCompanies', 'confirmCompanies'],
  ['mergeIdenticalDoubles', 'mergeIdenticalDuplicates'],
  ['mergeWish', 'mergeCatalogueGap'],
  ['reopenWish', 'reopenCatalogueGap'],
  ['teachConcept', 'addCustomConcept'],
  ['teachWord', 'addCustomSynonym'],
  ['trySetup', 'testSetup'],
  ['undoComplaintCure', 'undoComplaintFix'],
]);

/** Whether the mutation has a text: old records may name removed mutations. */
const isAct = (did: string, exists: (key: string) => boolean): did is keyof typeof setup.acts.did =>
  exists(`setup:acts.did.${did}`);

/** Texts of recorded values. */
function useValueText(): (value: unknown, mayBeState: boolean, entry: Entry) => string {
  const { t, i18n } = useTranslation(['dashboard', 'setup']);
  const { language } = useLanguage();

  /** People by their ids; an account that is gone has no name. */
  const namesOf = (ids: readonly unknown[], people: Entry['people']): string => {
    const names = ids.map((id) => people.find((one) => one.id === String(id))?.name);
    return (
      names.map((name) => name ?? t('admin.auditLog.gone')).join(', ') || t('admin.auditLog.nobody')
    );
  };
  /** State of an access request. */
  const accessState = ({ status, expiresAt }: Facts): string => {
    if (!isAccessStatus(status)) return '';
    const until =
      typeof expiresAt === 'string'
        ? t('accessRequests.until', { date: formatDate(expiresAt, language) })
        : '';
    return [t(`accessStatuses.${status}`), until].filter(Boolean).join(', ');
  };
  /** State of a complaint, with the reason of a rejection. */
  const complaintState = (status: unknown, word?: unknown): string => {
    const known = complaintStatuses.find((one) => one === status);
    if (!known) return '';
    const said = t(`requests.statuses.${known}`);
    return typeof word === 'string' ? `${said}: ${word}` : said;
  };
  /** Action through a token, recorded by the name of the mutation and an id. */
  const tokenAction = (recorded: string, id: unknown): string => {
    const did = renamedMutations.get(recorded) ?? recorded;
    const act = isAct(did, i18n.exists) ? t(`setup:acts.did.${did}`) : t('admin.auditLog.other');
    return typeof id === 'string' ? t('setup:acts.numbered', { act, id }) : act;
  };
  return (value, mayBeState, { action, people: known }) => {
    if (value === null || value === undefined || typeof value === 'boolean') return '';
    if (Array.isArray(value)) return value.map((tag) => `#${String(tag)}`).join(' ');
    if (typeof value === 'object') {
      const { word, synonym, name, title, url, nameRu, nameEn, domains, approvalTag, did, id } =
        value as Facts;
      const { people } = value as Facts;
      if (Array.isArray(people)) return namesOf(people, known);
      const { status } = value as Facts;
      const state =
        action === 'complaint.status' ? complaintState(status, word) : accessState(value as Facts);
      if (state) return state;
      if (typeof did === 'string') return tokenAction(did, id);
      if (Array.isArray(domains))
        return [name, ...domains, approvalTag && `#${String(approvalTag)}`]
          .filter(Boolean)
          .join(' · ');
      const concept = language === 'ru' ? nameRu : nameEn;
      if (word && concept) return `${String(word)} → ${String(concept)}`;
      if (nameRu && nameEn) return `${String(nameRu)} · ${String(nameEn)}`;
      if (word && synonym) return `${String(word)} = ${String(synonym)}`;
      return [name ?? title, url].filter((part) => typeof part === 'string').join(' · ');
    }
    const text = String(value);
    if (action === 'complaint.status') return complaintState(text) || text;
    return mayBeState && isState(text) ? t(`admin.auditLog.states.${text}`) : text;
  };
}

/** Values before and after a recorded change of an inconsistency. */
function sidesOf(action: string, before: Facts, after: Facts): [unknown, unknown] {
  if (action === 'inconsistency.resolved') {
    if (after['action'] === 'use_raindrop') return [before['catalogue'], before['service']];
    if (after['action'] === 'keep_current_update_raindrop')
      return [before['service'], before['catalogue']];
    return [null, null];
  }
  if (action === 'inconsistency.undone') return [null, null];
  return [before['catalogue'] ?? before['service'], after['service']];
}

/** Texts of an entry, in the page's language. */
export function useAuditLogTexts(): (entry: Entry) => AuditLogText {
  const { t } = useTranslation(['dashboard', 'setup']);
  const changedFields = useChangedFields();
  const valueText = useValueText();
  return (entry) => {
    const [before, after] = [read(entry.before), read(entry.after)];
    const [was, is] = [factsOf(before), factsOf(after)];
    const named = [is['name'], was['name']].find((name) => typeof name === 'string');
    const kind = isSubject(entry.subjectType) ? entry.subjectType : 'item';
    const subject =
      entry.subjectTitle ?? (named ? String(named) : t(`admin.auditLog.subjects.${kind}`));
    if (entry.action.startsWith('rules.')) return { subject, ...changedFields.rules(was, is) };
    if (editActions.has(entry.action)) return { subject, ...changedFields.fields(was, is) };
    const type = [was['type'], is['type']].find(isType);
    const action = [is['action'], was['action']].find(isResolution);
    const detail = [
      type ? t(`admin.inconsistencies.types.${type}`) : '',
      action ? t(`admin.inconsistencies.actions.${action}`) : '',
    ]
      .filter(Boolean)
      .join(': ');
    const isTyped = entry.action.startsWith('inconsistency.') && Boolean(type);
    const mayBeState = !['title_changed', 'description_changed', 'item.notes'].includes(
      type ?? entry.action,
    );
    const sides = isTyped ? sidesOf(entry.action, was, is) : [before, after];
    const [from = '', to = ''] = sides.map((side) => valueText(side, mayBeState, entry));
    // Equal texts on both sides are shown once.
    if (from === to) return { subject, detail: detail || from, before: '', after: '' };
    // A name that stands there already says nothing new.
    return { subject, detail, before: from, after: from === '' && to === subject ? '' : to };
  };
}
