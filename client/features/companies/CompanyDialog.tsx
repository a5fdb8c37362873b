/** Dialog that adds or changes a company. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusedFor } from '../../browser/graphqlFailure.ts';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Select } from '../../design/Select.tsx';
import { TextArea, TextInput } from '../../design/TextInput.tsx';
import { badgeTones } from '../../enums/generated.ts';
import {
  useAddOwnCompanyMutation,
  useChangeOwnCompanyMutation,
  type OwnCompanyFragment,
  type BadgeTone,
} from './generated.ts';

/** Draft of a company in the form, and its changes. */
interface CompanyDraft {
  name: string;
  /** As typed, one per line. */
  domains: string;
  approvalTag: string;
  hasBadge: boolean;
  badgeTone: BadgeTone;
  /** Null: set at the first sign-in with a managed account. */
  managedAccountsOnly: boolean | null;
}

const emptyDraft: CompanyDraft = {
  name: '',
  domains: '',
  approvalTag: '',
  hasBadge: true,
  badgeTone: 'ember',
  managedAccountsOnly: null,
};

const draftOf = (company: OwnCompanyFragment): CompanyDraft => ({
  name: company.name,
  domains: company.unicodeDomains.join('\n'),
  approvalTag: company.approvalTag,
  hasBadge: company.hasBadge,
  badgeTone: company.badgeTone,
  managedAccountsOnly: company.managedAccountsOnly,
});

/** Domains of a text: lower case, without a leading @. */
const readDomains = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
];

interface Changes {
  name?: string;
  approvalTag?: string;
  hasBadge?: boolean;
  badgeTone?: BadgeTone;
  managedAccountsOnly?: boolean | null;
  domains?: string[];
}

/**
 * What the draft changes of the company as it was when the dialog was opened, put onto the company as it is now: a domain that
 * somebody else has added meanwhile stays.
 */
function changesOf(
  draft: CompanyDraft,
  opened: OwnCompanyFragment,
  now: OwnCompanyFragment,
): Changes {
  const domains = readDomains(draft.domains);
  const added = domains.filter((domain) => !opened.unicodeDomains.includes(domain));
  const gone = opened.unicodeDomains.filter((domain) => !domains.includes(domain));
  const tag = draft.approvalTag.trim().toLowerCase();
  return {
    ...(draft.name.trim() !== opened.name && { name: draft.name.trim() }),
    ...(tag !== '' && tag !== opened.approvalTag && { approvalTag: tag }),
    ...(draft.hasBadge !== opened.hasBadge && { hasBadge: draft.hasBadge }),
    ...(draft.badgeTone !== opened.badgeTone && { badgeTone: draft.badgeTone }),
    ...(draft.managedAccountsOnly !== opened.managedAccountsOnly && {
      managedAccountsOnly: draft.managedAccountsOnly,
    }),
    ...(added.length + gone.length > 0 && {
      domains: [...now.unicodeDomains.filter((domain) => !gone.includes(domain)), ...added],
    }),
  };
}

interface CompanyDialogProps {
  /** Null: a new one. */
  company: OwnCompanyFragment | null;
  /** The current company; null when it was removed. */
  refetchCompany: () => Promise<OwnCompanyFragment | null>;
  onClose: () => void;
  onSaved: (movedPeople: number) => void;
}

const fields = ['name', 'domains', 'approvalTag'] as const;

const textOf = ({ name, unicodeDomains, approvalTag }: OwnCompanyFragment): string =>
  [name, ...unicodeDomains, `#${approvalTag}`].join(' · ');

interface CompanyFieldsProps {
  draft: CompanyDraft;
  fieldErrors: { [Name in (typeof fields)[number]]?: string };
  /** Domains of the company that the draft removes. */
  removedDomains: readonly string[];
  /** Number of services that lose the approval with the tag. */
  lostApprovals: number;
  onChange: (part: Partial<CompanyDraft>) => void;
}

function CompanyFields(props: CompanyFieldsProps) {
  const { draft, fieldErrors, removedDomains, lostApprovals, onChange } = props;
  const { t } = useTranslation('setup');
  return (
    <>
      <Field label={t('companies.name')} error={fieldErrors.name} required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('companies.domains')}
        hint={t('companies.domainsHint')}
        error={fieldErrors.domains}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            autoComplete="off"
            spellCheck={false}
            value={draft.domains}
            onChange={(event) => onChange({ domains: event.target.value })}
          />
        )}
      </Field>
      {removedDomains.length > 0 ? (
        <Notice tone="warning">
          {t('companies.domainsGo', { domains: removedDomains.join(', ') })}
        </Notice>
      ) : null}
      <Field
        label={t('companies.managedLabel')}
        hint={t(
          draft.managedAccountsOnly === null
            ? 'companies.managedAutomatic'
            : 'companies.managedHint',
        )}
      >
        {(control) => (
          <Checkbox
            {...control}
            checked={draft.managedAccountsOnly === true}
            onChange={(event) => onChange({ managedAccountsOnly: event.target.checked })}
          >
            {t('companies.managed')}
          </Checkbox>
        )}
      </Field>
      <Field
        label={t('companies.tag')}
        hint={t('companies.tagHint')}
        error={fieldErrors.approvalTag}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={draft.approvalTag}
            onChange={(event) => onChange({ approvalTag: event.target.value })}
          />
        )}
      </Field>
      {lostApprovals > 0 ? (
        <Notice tone="warning">{t('companies.tagLoses', { count: lostApprovals })}</Notice>
      ) : null}
      <Bar>
        <Field label={t('companies.tone')}>
          {(control) => (
            <Select
              {...control}
              value={draft.badgeTone}
              options={badgeTones.map((value) => ({
                value,
                label: t(`companies.tones.${value}`),
              }))}
              onChange={(badgeTone) => onChange({ badgeTone })}
            />
          )}
        </Field>
        <Badge tone={draft.badgeTone}>{draft.name.trim() || '…'}</Badge>
      </Bar>
      <Checkbox
        checked={draft.hasBadge}
        onChange={(event) => onChange({ hasBadge: event.target.checked })}
      >
        {t('companies.badge')}
      </Checkbox>
    </>
  );
}

export function CompanyDialog({ company, refetchCompany, onClose, onSaved }: CompanyDialogProps) {
  const { t } = useTranslation(['setup', 'common']);
  const [draft, setDraft] = useState<CompanyDraft>(company ? draftOf(company) : emptyDraft);
  const [current, setCurrent] = useState(company);
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);
  const [conflict, setConflict] = useState<string | null>(null);
  const [add, adding] = useAddOwnCompanyMutation();
  const [save, saving] = useChangeOwnCompanyMutation();

  const changes = company && current ? changesOf(draft, company, current) : null;
  const isDirty = changes
    ? Object.keys(changes).length > 0
    : draft.name.trim() !== '' || draft.domains.trim() !== '';
  const removedDomains = (company?.unicodeDomains ?? []).filter(
    (domain) => !readDomains(draft.domains).includes(domain),
  );
  const lostApprovals = changes?.approvalTag !== undefined && company ? company.services : 0;
  const missing = () => {
    if (draft.name.trim() === '') return t('companies.nameMissing');
    return isDirty ? null : t('companies.nothingChanged');
  };

  const change = (part: Partial<CompanyDraft>) => {
    setDraft({ ...draft, ...part });
    clearErrors(...fields.filter((field) => field in part));
  };

  const send = async () => {
    resetErrors();
    setConflict(null);
    const domains = changes?.domains ?? readDomains(draft.domains);
    try {
      if (changes && current) {
        const { data } = await save({
          variables: { key: current.key, ...changes, expectedUpdatedAt: current.updatedAt },
        });
        onSaved(data?.updateCompany.movedPeople ?? 0);
      } else {
        const { data } = await add({
          variables: {
            name: draft.name.trim(),
            domains,
            approvalTag: draft.approvalTag.trim() || null,
            hasBadge: draft.hasBadge,
            badgeTone: draft.badgeTone,
            ...(draft.managedAccountsOnly !== null && {
              managedAccountsOnly: draft.managedAccountsOnly,
            }),
          },
        });
        onSaved(data?.addCompany.movedPeople ?? 0);
      }
    } catch (raised) {
      if (!isRefusedFor(raised, 'changedMeanwhile'))
        return showErrors(raised, { listed: { domains } });
      const fresh = await refetchCompany().catch(() => null);
      if (!fresh) return showErrors(raised);
      setCurrent(fresh);
      setConflict(textOf(fresh));
    }
  };

  return (
    <FormDialog
      title={company ? t('companies.changeOf', { company: company.name }) : t('companies.addTitle')}
      dirty={isDirty}
      missing={missing()}
      invalid={false}
      busy={adding.loading || saving.loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      {conflict ? (
        <Notice tone="danger" title={t('companies.conflict')}>
          {t('companies.theirs', { text: conflict })}
        </Notice>
      ) : null}
      <CompanyFields
        draft={draft}
        fieldErrors={fieldErrors}
        removedDomains={removedDomains}
        lostApprovals={lostApprovals}
        onChange={change}
      />
    </FormDialog>
  );
}
