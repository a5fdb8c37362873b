/** Dialog that starts an incident of a service, or changes what it says. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field, LimitedTextArea } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { notify } from '../../design/notify.ts';
import { RadioCards } from '../../design/RadioCards.tsx';
import { Select } from '../../design/Select.tsx';
import { incidentKinds, incidentSeverities } from '../../enums/generated.ts';
import type { IncidentKind } from '../../generated.ts';
import type { IncidentSeverity, ServicePageQuery } from '../../items/generated.ts';
import * as limits from '../../limits/generated.ts';
import {
  useChangeIncidentMutation,
  useIncidentCompaniesQuery,
  useStartIncidentMutation,
} from './generated.ts';
import { useIncidentChanges } from './useIncidentChanges.ts';

type ShownIncident = ServicePageQuery['knowledgeItem']['incidents'][number];

const everywhere = '*';
const several = '+';

export interface IncidentDialogProps {
  itemId: string;
  /** The incident to change; missing to start one. */
  incident?: ShownIncident | undefined;
  onClose: () => void;
}

export function IncidentDialog({ itemId, incident, onClose }: IncidentDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [draft, setDraft] = useState(() => ({
    kind: incident?.kind ?? ('outage' as IncidentKind),
    severity: incident?.severity ?? ('warning' as IncidentSeverity),
    textRu: incident?.textRu ?? '',
    textEn: incident?.textEn ?? '',
    link: incident?.link ?? '',
  }));
  const companies = useCompanyChoice(incident);
  const { failure, busy, send } = useSend({ itemId, incident, onClose });
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const isEmpty = draft.textRu.trim() === '' && draft.textEn.trim() === '';
  return (
    <FormDialog
      title={t(incident ? 'incident.change' : 'incident.start')}
      dirty={!isEmpty}
      missing={isEmpty ? t('incident.textMissing') : null}
      invalid={Math.max(draft.textRu.length, draft.textEn.length) > limits.incident}
      busy={busy}
      sendLabel={t(incident ? 'common:actions.save' : 'incident.send')}
      failure={failure}
      onSend={() => send({ ...draft, link: draft.link.trim() || null, ...companies.input })}
      onClose={onClose}
    >
      <p>{t('incident.effect')}</p>
      <RadioCards
        name="incident-kind"
        legend={t('incident.what')}
        columns={2}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        options={incidentKinds.map((value) => ({ value, label: t(`incident.kind.${value}`) }))}
      />
      <RadioCards
        name="incident-severity"
        legend={t('incident.severity')}
        columns={3}
        value={draft.severity}
        onChange={(severity) => set({ severity })}
        options={incidentSeverities.map((value) => ({
          value,
          label: t(`incident.severities.${value}`),
        }))}
      />
      <LimitedTextArea
        label={t('incident.textRu')}
        limit={limits.incident}
        text={draft.textRu}
        onChange={(textRu) => set({ textRu })}
      />
      <LimitedTextArea
        label={t('incident.textEn')}
        limit={limits.incident}
        text={draft.textEn}
        onChange={(textEn) => set({ textEn })}
      />
      <Field label={t('incident.link')}>
        {(control) => (
          <TextInput
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            value={draft.link}
            onChange={(event) => set({ link: event.target.value })}
          />
        )}
      </Field>
      {companies.isOffered ? (
        <Field label={t('incident.companies')}>
          {(control) => (
            <Select
              {...control}
              wide
              value={companies.value}
              options={companies.options}
              onChange={companies.choose}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}

/** The companies that an incident concerns: all of them, or one. */
function useCompanyChoice(incident: ShownIncident | undefined) {
  const { t } = useTranslation('dashboard');
  const { isAdmin } = useSignedInUser();
  const { data } = useIncidentCompaniesQuery();
  const known = incident ? incident.companies?.map(({ key }) => key) : undefined;
  const initial = !known ? everywhere : known.length === 1 ? known[0]! : several;
  const [value, choose] = useState<string>(initial);
  const own = (data?.companiesWithDataRules ?? []).filter((one) => one.mayDecide);
  const options = [
    ...(isAdmin ? [{ value: everywhere, label: t('incident.everywhere') }] : []),
    ...(initial === several
      ? [
          {
            value: several,
            label: incident?.companies?.map(({ name }) => name).join(', ') ?? '',
          },
        ]
      : []),
    ...own.map(({ company }) => ({ value: company.key, label: company.name })),
  ];
  const companies = value === everywhere ? null : value === several ? known : [value];
  // Offered while unknown, so that the form does not move when the companies come.
  const isOffered = !data || options.length > 1;
  return { value, choose, options, isOffered, input: companies ? { companies } : {} };
}

type Input = Parameters<ReturnType<typeof useStartIncidentMutation>[0]>[0] extends
  { variables?: infer Variables extends { input: unknown } | undefined } | undefined
  ? NonNullable<Variables>['input']
  : never;

function useSend({ itemId, incident, onClose }: IncidentDialogProps) {
  const { t } = useTranslation('dashboard');
  const [failure, setFailure] = useState<string | null>(null);
  const [start, starting] = useStartIncidentMutation();
  const [change, changing] = useChangeIncidentMutation();
  const { started, refresh } = useIncidentChanges(itemId);
  const send = async (input: Input) => {
    setFailure(null);
    try {
      if (incident) {
        await change({
          variables: { id: incident.id, input: { ...input, expectedVersion: incident.version } },
        });
        refresh();
        notify.success(t('incident.changed'), { id: 'incident' });
      } else {
        const { data } = await start({ variables: { itemId, input } });
        if (data) started(data.startIncident.id);
      }
      onClose();
    } catch (raised) {
      setFailure(failureText(raised, t('incident.failed')));
    }
  };
  return { failure, busy: starting.loading || changing.loading, send };
}
