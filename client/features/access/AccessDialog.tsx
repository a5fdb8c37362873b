/** Dialog that requests access to a service (specification, sections 5 and 8). */
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { useDraftChoice } from '../../browser/useDraftChoice.ts';
import { useDraftText } from '../../browser/useDraftText.ts';
import { randomId } from '../../browser/randomId.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { LimitedTextArea } from '../../design/LimitedText.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { Skeleton, Delayed } from '../../design/Skeleton.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import { dataClasses, subscriptionTypes } from '../../enums/generated.ts';
import { useRequestAccessMutation, type SubscriptionType } from './generated.ts';
import { useArrivalDeadline } from '../../design/useArrivalDeadline.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import * as limits from '../../limits/generated.ts';
import { ApprovedAlternatives, useApprovedAlternatives } from './ApprovedAlternatives.tsx';

const Service = styled.div`
  label {
    display: block;
    margin-bottom: ${space[1]};
    ${type.sm}
    font-weight: 600;
  }
  output {
    display: block;
    min-height: 42px;
    padding: 9px ${space[3]};
    border-radius: ${radius.sm};
    background: ${color.surfaceSunken};
    overflow-wrap: anywhere;
  }
`;

const Classes = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  margin: 0;
  padding: 0;
  border: 0;

  legend {
    padding: 0;
    ${type.sm}
    font-weight: 600;
  }
`;

/** Choice “to be tested first”; a word of none of the lists. */
const testing = 'testing';

/** Moves the focus from the heading to the first field once the fields are rendered. */
const takeFocus = (fields: HTMLElement | null) => {
  if (document.activeElement?.matches('[role=dialog] h2'))
    fields?.closest('form')?.querySelector('input')?.focus();
};

export interface AccessDialogProps {
  itemId: string;
  onClose: () => void;
}

export function AccessDialog({ itemId, onClose }: AccessDialogProps) {
  const { t } = useTranslation(['dashboard', 'common', 'service']);
  const id = useId();
  const { service, isComing, isGone, refetch } = useItemTitle(itemId);
  const instead = useApprovedAlternatives(itemId);
  const hasInstead = useArrivalDeadline(instead === null);
  const choice = useDraftChoice(`access ${itemId}`);
  const plan = subscriptionTypes.find(choice.has) ?? null;
  const classes = dataClasses.filter(choice.has);
  const needsTesting = choice.has(testing);
  const { text: written, write, forget } = useDraftText(`access ${itemId}`);
  const { state } = useLocation();
  const question = (state as { about?: string } | null)?.about ?? '';
  const [hasWritten, setHasWritten] = useState(written !== '');
  // The question from the data rules is the initial text.
  const features = hasWritten ? written : question;
  const setFeatures = (text: string) => {
    setHasWritten(true);
    write(text);
  };
  const [failure, setFailure] = useState<string | null>(null);
  const [request, { loading }] = useRequestAccessMutation();
  // The idempotency key belongs to the content: other content is another request.
  const sent = useRef({ content: '', key: '' });
  const wanted = features.trim();
  const isTooLong = features.length > limits.accessFeatures;
  const isFilled = plan !== null && wanted !== '';
  const isComplete = isFilled && service !== '';

  const missing = () => {
    if (isComplete) return null;
    if (isGone) return t('requests.removedItem');
    return t(isFilled ? 'access.serviceMissing' : 'access.fillFirst');
  };

  const leave = () => {
    forget();
    choice.forget();
    onClose();
  };
  const send = async () => {
    if (!isComplete) return;
    setFailure(null);
    notify.dismiss(`access-request-${itemId}`);
    const given = {
      service,
      knowledgeItemId: itemId,
      subscriptionType: plan,
      features: wanted,
      needsTesting,
      dataClasses: classes,
    };
    const content = JSON.stringify(given);
    if (sent.current.content !== content) sent.current = { content, key: randomId() };
    try {
      await request({ variables: { input: { ...given, idempotencyKey: sent.current.key } } });
    } catch (raised) {
      const message = t('access.failed');
      const reason = failureText(raised, '');
      setFailure([message, reason].filter(Boolean).join('. '));
      notify.error(message, {
        id: `access-request-${itemId}`,
        ...(reason ? { description: reason } : {}),
      });
      return;
    }
    recordContribution();
    notify.success(t('access.sent'));
    leave();
  };

  return (
    <FormDialog
      title={t('access.title')}
      dirty={hasWritten && wanted !== ''}
      missing={missing()}
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
        <QueryResult
          found={[]}
          error={!service && !isComing}
          failure={t(isGone ? 'requests.removedItem' : 'access.serviceMissing')}
          {...(isGone ? {} : { onRetry: refetch })}
        />
      </Service>
      {/* The alternatives appear together with the fields: later they would shift them. */}
      {hasInstead === null ? (
        <Delayed>
          <Skeleton style={{ height: 480 }} />
        </Delayed>
      ) : (
        <>
          <ApprovedAlternatives items={hasInstead && instead ? instead : []} />
          <RadioCards<SubscriptionType>
            legend={t('access.plan')}
            columns={3}
            required
            value={plan}
            onChange={(value) => choice.setOne(value, subscriptionTypes)}
            options={subscriptionTypes.map((value) => ({
              value,
              label: t(`access.plans.${value}`),
              detail: t(`access.planDetails.${value}`),
            }))}
          />
          <LimitedTextArea
            label={t('access.features')}
            hint={t('access.featuresHint')}
            required
            limit={limits.accessFeatures}
            text={features}
            onChange={setFeatures}
          />
          <Classes ref={takeFocus}>
            <legend>{t('access.classes')}</legend>
            {dataClasses.map((one) => (
              <Checkbox
                key={one}
                checked={classes.includes(one)}
                onChange={(event) => choice.set(one, event.target.checked)}
              >
                {t(`service:rules.class.${one}`)}
              </Checkbox>
            ))}
          </Classes>
          <Checkbox
            checked={needsTesting}
            onChange={(event) => choice.set(testing, event.target.checked)}
          >
            {t('access.testing')}
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}
