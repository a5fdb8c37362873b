/** Dialog that adds or changes a webhook. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText, refusedPaths } from '../../browser/graphqlFailure.ts';
import { Checkbox, Switch } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { type } from '../../design/theme.ts';
import { webhookKinds } from '../../enums/generated.ts';
import {
  useAddToolWebhookMutation,
  useChangeToolWebhookMutation,
  type ToolWebhookFragment,
} from './generated.ts';

const Kinds = styled.fieldset`
  display: flex;
  flex-direction: column;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  legend {
    padding: 0;
    ${type.sm}
    font-weight: 600;
  }
`;

interface Choice {
  url: string;
  kinds: readonly (typeof webhookKinds)[number][];
  isOn: boolean;
}

interface Props {
  /** Null: a new webhook. */
  webhook: ToolWebhookFragment | null;
  onClose: () => void;
  /** Called with the secret of a new webhook. */
  onSaved: (secret: string | null) => Promise<void>;
}

export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const { t } = useTranslation(['setup', 'common']);
  const [first] = useState<Choice>(() => ({
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? ['item_added', 'item_changed', 'item_removed'],
    isOn: webhook?.isOn ?? true,
  }));
  const [url, setUrl] = useState(first.url);
  const [kinds, setKinds] = useState(first.kinds);
  const [isOn, setIsOn] = useState(first.isOn);
  const [refusedUrl, setRefusedUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [add, adding] = useAddToolWebhookMutation();
  const [change, changing] = useChangeToolWebhookMutation();

  const missing = () => {
    if (url.trim() === '') return t('webhooks.urlMissing');
    return kinds.length === 0 ? t('webhooks.kindsMissing') : null;
  };
  const send = async () => {
    setFailure(null);
    const variables = { url: url.trim(), kinds: [...kinds] };
    try {
      if (webhook) {
        await change({ variables: { id: webhook.id, ...variables, isOn } });
        await onSaved(null);
      } else {
        const { data } = await add({ variables });
        await onSaved(data?.addWebhook.secret ?? null);
      }
    } catch (refusal) {
      const isOfUrl = refusedPaths(refusal).includes('url');
      setRefusedUrl(isOfUrl ? url : null);
      setFailure(isOfUrl ? null : failureText(refusal));
    }
  };
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.changeTitle' : 'webhooks.addTitle')}
      dirty={
        url !== first.url ||
        isOn !== first.isOn ||
        webhookKinds.some((kind) => kinds.includes(kind) !== first.kinds.includes(kind))
      }
      missing={missing()}
      invalid={false}
      busy={adding.loading || changing.loading}
      sendLabel={t(webhook ? 'common:actions.save' : 'webhooks.add')}
      failure={failure}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        error={url === refusedUrl ? t('webhooks.urlRefused') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoComplete="off"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Kinds>
        <legend>{t('webhooks.of')}</legend>
        {webhookKinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              setKinds(target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind))
            }
          >
            {t(`webhooks.kinds.${kind}`)}
          </Checkbox>
        ))}
      </Kinds>
      {webhook ? (
        <Switch checked={isOn} onChange={setIsOn}>
          {t('webhooks.isOn')}
        </Switch>
      ) : null}
    </FormDialog>
  );
}
