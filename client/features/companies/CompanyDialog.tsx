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
} from './generated.ts';
import { changesOf, draftOf, emptyDraft, readDomains, type CompanyDraft } from './companyDraft.ts';

interface Props {
  /** Null: a new one. */
  company: OwnCompanyFragment | null;
  /** The current company; null when it was removed. */
  readAgain: () => Promise<OwnCompanyFragment | null>;
  onClose: () => void;
  onSaved: (movedPeople: number) => void;
}

const fields = ['name', 'domains', 'approvalTag'] as const;

const textOf = ({ name, unicodeDomains, approvalTag }: OwnCompanyFragment): string =>
  [name, ...unicodeDomains, `#${approvalTag}`].join(' · ');

export function CompanyDialog({ company, readAgain, onClose, onSaved }: Props) {
  const { t } = useTranslation(['setup', 'common']);
  const [draft, setDraft] = useState<CompanyDraft>(company ? draftOf(company) : emptyDraft);
  const [now, setNow] = useState(company);
  const { wrong, failure, refuse, retyped, forget } = useFormErrors(fields);
  const [theirs, setTheirs] = useState<string | null>(null);
  const [add, adding] = useAddOwnCompanyMutation();
  const [save, saving] = useChangeOwnCompanyMutation();

  const changes = company && now ? changesOf(draft, company, now) : null;
  const isDirty = changes
    ? Object.keys(changes).length > 0
    : draft.name.trim() !== '' || draft.domains.trim() !== '';
  const goingDomains = (company?.unicodeDomains ?? []).filter(
    (domain) => !readDomains(draft.domains).includes(domain),
  );
  const losing = changes?.approvalTag !== undefined && company ? company.services : 0;
  const missing = () => {
    if (draft.name.trim() === '') return t('companies.nameMissing');
    return isDirty ? null : t('companies.nothingChanged');
  };

  const change = (part: Partial<CompanyDraft>) => {
    setDraft({ ...draft, ...part });
    retyped(...fields.filter((field) => field in part));
  };

  const send = async () => {
    forget();
    setTheirs(null);
    const domains = changes?.domains ?? readDomains(draft.domains);
    try {
      if (changes && now) {
        const { data } = await save({
          variables: { key: now.key, ...changes, expectedUpdatedAt: now.updatedAt },
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
      if (!isRefusedFor(raised, 'changedMeanwhile')) return refuse(raised, { listed: { domains } });
      const fresh = await readAgain().catch(() => null);
      if (!fresh) return refuse(raised);
      setNow(fresh);
      setTheirs(textOf(fresh));
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
      {theirs ? (
        <Notice tone="danger" title={t('companies.conflict')}>
          {t('companies.theirs', { text: theirs })}
        </Notice>
      ) : null}
      <Field label={t('companies.name')} error={wrong.name} required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('companies.domains')} hint={t('companies.domainsHint')} error={wrong.domains}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            autoComplete="off"
            spellCheck={false}
            value={draft.domains}
            onChange={(event) => change({ domains: event.target.value })}
          />
        )}
      </Field>
      {goingDomains.length > 0 ? (
        <Notice tone="warning">
          {t('companies.domainsGo', { domains: goingDomains.join(', ') })}
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
            onChange={(event) => change({ managedAccountsOnly: event.target.checked })}
          >
            {t('companies.managed')}
          </Checkbox>
        )}
      </Field>
      <Field label={t('companies.tag')} hint={t('companies.tagHint')} error={wrong.approvalTag}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={draft.approvalTag}
            onChange={(event) => change({ approvalTag: event.target.value })}
          />
        )}
      </Field>
      {losing > 0 ? (
        <Notice tone="warning">{t('companies.tagLoses', { count: losing })}</Notice>
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
              onChange={(badgeTone) => change({ badgeTone })}
            />
          )}
        </Field>
        <Badge tone={draft.badgeTone}>{draft.name.trim() || '…'}</Badge>
      </Bar>
      <Checkbox
        checked={draft.hasBadge}
        onChange={(event) => change({ hasBadge: event.target.checked })}
      >
        {t('companies.badge')}
      </Checkbox>
    </FormDialog>
  );
}
