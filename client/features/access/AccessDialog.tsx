/** Asks for access to one service (specification, sections 5 and 8). */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { noteUsefulAct } from '../../browser/usefulAct.ts';
import { useKeptText } from '../../browser/useKeptText.ts';
import { randomId } from '../../browser/randomId.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { RadioCards } from '../../design/RadioCards.tsx';
import { TextArea } from '../../design/TextInput.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import { subscriptionTypes } from '../../enums/generated.ts';
import { useRequestAccessMutation, type SubscriptionType } from '../../generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { limits } from '../../limits/generated.ts';

const Service = styled.div`
  label {
    display: block;
    margin-bottom: ${space[1]};
    ${type.sm}
    font-weight: 600;
  }
  output {
    display: block;
    padding: 9px ${space[3]};
    border-radius: ${radius.sm};
    background: ${color.surfaceSunken};
    overflow-wrap: anywhere;
  }
`;

export interface AccessDialogProps {
  itemId: string;
  onClose: () => void;
}

export function AccessDialog({ itemId, onClose }: AccessDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const id = useId();
  const { service } = useItemTitle(itemId);
  const [plan, setPlan] = useState<SubscriptionType | null>(null);
  const { text: features, write: setFeatures, forget } = useKeptText(`access ${itemId}`);
  const [needsTesting, setNeedsTesting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [request, { loading }] = useRequestAccessMutation();
  // A repeated call with the same content is the same request; other content is another one.
  const sent = useRef({ content: '', key: '' });
  const wanted = features.trim();
  const isTooLong = features.length > limits.accessFeatures;
  const isComplete = plan !== null && wanted !== '' && service !== '';

  const leave = () => {
    forget();
    onClose();
  };
  const send = async () => {
    if (!isComplete) return;
    setFailure(null);
    const given = { service, subscriptionType: plan, features: wanted, needsTesting };
    const content = JSON.stringify(given);
    if (sent.current.content !== content) sent.current = { content, key: randomId() };
    try {
      await request({ variables: { input: { ...given, idempotencyKey: sent.current.key } } });
    } catch (raised) {
      const message = t('access.failed');
      const reason = failureText(raised, '');
      setFailure([message, reason].filter(Boolean).join('. '));
      notify.error(message, reason ? { description: reason } : {});
      return;
    }
    noteUsefulAct();
    notify.success(t('access.sent'));
    leave();
  };

  return (
    <FormDialog
      title={t('access.title')}
      dirty={wanted !== ''}
      missing={isComplete ? null : t('access.fillFirst')}
      invalid={isTooLong}
      busy={loading}
      sendLabel={t('access.send')}
      failure={failure}
      onSend={send}
      onClose={leave}
    >
      <Service>
        <label htmlFor={`${id}-service`}>{t('access.service')}</label>
        <output id={`${id}-service`}>{service}</output>
      </Service>
      <RadioCards<SubscriptionType>
        legend={t('access.plan')}
        columns={3}
        required
        value={plan}
        onChange={setPlan}
        options={subscriptionTypes.map((value) => ({
          value,
          label: t(`access.plans.${value}`),
          detail: t(`access.planDetails.${value}`),
        }))}
      />
      <Field
        label={t('access.features')}
        hint={t('access.featuresHint')}
        required
        counter={{ used: features.length, limit: limits.accessFeatures }}
        error={isTooLong ? t('useCases.tooLong', { limit: limits.accessFeatures }) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            value={features}
            onChange={(event) => setFeatures(event.target.value)}
          />
        )}
      </Field>
      <Checkbox checked={needsTesting} onChange={(event) => setNeedsTesting(event.target.checked)}>
        {t('access.testing')}
      </Checkbox>
    </FormDialog>
  );
}
