/** Dialog that adds or changes the subscription of a company to a service. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText, refusedPaths } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { Select } from '../../design/Select.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { from, space } from '../../design/theme.ts';
import {
  useAddSubscriptionMutation,
  useUpdateSubscriptionMutation,
  type SubscriptionRowFragment,
  type SubscriptionInput,
} from './generated.ts';
import { parsePrice, priceText } from './money.ts';

interface TermsDraft {
  plan: string;
  seats: string;
  price: string;
  currency: string;
  period: SubscriptionRowFragment['period'];
  ownerEmail: string;
  renewsOn: string;
  noticeDays: string;
  contractUrl: string;
  note: string;
}

const draftOf = (one: SubscriptionRowFragment | null): TermsDraft => ({
  plan: one?.plan ?? '',
  seats: one ? String(one.seats) : '',
  price: one ? priceText(one.pricePerSeat, one.currency) : '',
  currency: one?.currency ?? 'EUR',
  period: one?.period ?? 'month',
  ownerEmail: one?.ownerEmail ?? '',
  renewsOn: one?.renewsOn ?? '',
  noticeDays: one ? String(one.noticeDays) : '30',
  contractUrl: one?.contractUrl ?? '',
  note: one?.note ?? '',
});

const readCount = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;

/** The input of a draft; null while a number is missing. */
function inputOf(draft: TermsDraft): SubscriptionInput | null {
  const currency = draft.currency.trim().toUpperCase();
  const seats = readCount(draft.seats);
  const pricePerSeat = parsePrice(draft.price, currency);
  const noticeDays = readCount(draft.noticeDays || '0');
  if (!draft.plan.trim() || seats === null || pricePerSeat === null || noticeDays === null)
    return null;
  return {
    plan: draft.plan,
    seats,
    pricePerSeat,
    currency,
    period: draft.period,
    ownerEmail: draft.ownerEmail.trim() || null,
    renewsOn: draft.renewsOn || null,
    noticeDays,
    contractUrl: draft.contractUrl.trim() || null,
    note: draft.note.trim() || null,
  };
}

function useTerms(subscription: SubscriptionRowFragment | null) {
  const [first] = useState(() => draftOf(subscription));
  const [draft, setDraft] = useState(first);
  return {
    draft,
    set: (changed: Partial<TermsDraft>) => setDraft({ ...draft, ...changed }),
    isDirty: Object.entries(first).some(
      ([name, value]) => draft[name as keyof TermsDraft] !== value,
    ),
    input: inputOf(draft),
  };
}

const Fields = styled.div`
  display: grid;
  gap: ${space[4]};

  ${from.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const textFields = [
  { name: 'plan', path: 'plan', type: 'text', required: true },
  { name: 'seats', path: 'seats', type: 'text', inputMode: 'numeric', required: true },
  { name: 'price', path: 'pricePerSeat', type: 'text', inputMode: 'decimal', required: true },
  { name: 'currency', path: 'currency', type: 'text', required: true },
  { name: 'renewsOn', path: 'renewsOn', type: 'date' },
  { name: 'noticeDays', path: 'noticeDays', type: 'text', inputMode: 'numeric' },
  { name: 'ownerEmail', path: 'ownerEmail', type: 'email' },
  { name: 'contractUrl', path: 'contractUrl', type: 'url' },
  { name: 'note', path: 'note', type: 'text' },
] as const satisfies readonly {
  name: keyof TermsDraft;
  path: string;
  type: string;
  inputMode?: 'numeric' | 'decimal';
  required?: true;
}[];
const hints: readonly string[] = ['currency', 'noticeDays', 'ownerEmail'];
type HintedField = 'currency' | 'noticeDays' | 'ownerEmail';

interface SubscriptionDialogProps {
  title: string;
  itemId: string;
  company: string;
  /** Null: a new one. */
  subscription: SubscriptionRowFragment | null;
  onSaved: () => void;
  onClose: () => void;
}

export function SubscriptionDialog({
  title,
  itemId,
  company,
  subscription,
  onSaved,
  onClose,
}: SubscriptionDialogProps) {
  const { t } = useTranslation(['subscriptions', 'common']);
  const { draft, set, isDirty, input } = useTerms(subscription);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [add, adding] = useAddSubscriptionMutation();
  const [update, updating] = useUpdateSubscriptionMutation();
  const send = async () => {
    if (!input) return;
    setFailure(null);
    setRefused([]);
    try {
      if (subscription) {
        const { id, version } = subscription;
        await update({ variables: { id, expectedVersion: version, input } });
      } else await add({ variables: { itemId, company, input } });
      notify.success(t('dialog.saved'));
      onSaved();
      onClose();
    } catch (refusal) {
      const paths = refusedPaths(refusal);
      setRefused(paths);
      setFailure(paths.length > 0 ? null : failureText(refusal));
    }
  };
  return (
    <FormDialog
      title={title}
      dirty={isDirty}
      missing={input ? null : t('dialog.missing')}
      invalid={false}
      busy={adding.loading || updating.loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Fields>
        {textFields.map((field) => (
          <Field
            key={field.name}
            label={t(`fields.${field.name}`)}
            required={'required' in field}
            hint={hints.includes(field.name) ? t(`hints.${field.name as HintedField}`) : undefined}
            error={refused.includes(field.path) ? t(`refused.${field.name}`) : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                type={field.type}
                {...('inputMode' in field ? { inputMode: field.inputMode } : {})}
                autoComplete="off"
                value={draft[field.name]}
                onChange={(event) => set({ [field.name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Field label={t('fields.period')}>
          {(control) => (
            <Select
              {...control}
              wide
              value={draft.period}
              options={(['month', 'year'] as const).map((value) => ({
                value,
                label: t(`periods.${value}`),
              }))}
              onChange={(period) => set({ period })}
            />
          )}
        </Field>
      </Fields>
    </FormDialog>
  );
}
