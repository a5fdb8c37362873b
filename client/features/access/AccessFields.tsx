/** Fields of an access request: subscription, purpose, data and trial; drafts are stored in the tab. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useDraftChoice, useDraftText } from '../../browser/useDraftText.ts';
import { Checkbox } from '../../design/Checkbox.tsx';
import { LimitedTextArea } from '../../design/Field.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { space, type } from '../../design/theme.ts';
import { dataClasses, subscriptionTypes } from '../../enums/generated.ts';
import type { DataClass, SubscriptionType } from './generated.ts';
import * as limits from '../../limits/generated.ts';

export const Choices = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  gap: 0 ${space[3]};
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

export interface AccessDraft {
  plan: SubscriptionType | null;
  classes: DataClass[];
  needsTesting: boolean;
  /** Purpose as it is typed. */
  features: string;
  /** True when the reader has edited the purpose. */
  hasWritten: boolean;
  isTooLong: boolean;
  setPlan: (plan: SubscriptionType) => void;
  setClass: (dataClass: DataClass, isChosen: boolean) => void;
  setTesting: (isWanted: boolean) => void;
  setFeatures: (text: string) => void;
  /** The request was sent, or its writer gave it up. */
  forget: () => void;
}

/**
 * @param what names the draft among all of one person
 * @param question initial purpose
 */
export function useAccessDraft(what: string, question: string): AccessDraft {
  const choice = useDraftChoice(what);
  const { text: written, write, forget } = useDraftText(what);
  const [hasWritten, setHasWritten] = useState(written !== '');
  const features = hasWritten ? written : question;
  return {
    plan: subscriptionTypes.find(choice.has) ?? null,
    classes: dataClasses.filter(choice.has),
    needsTesting: choice.has(testing),
    features,
    hasWritten,
    isTooLong: features.length > limits.accessFeatures,
    setPlan: (plan) => choice.setOne(plan, subscriptionTypes),
    setClass: choice.set,
    setTesting: (isWanted) => choice.set(testing, isWanted),
    setFeatures(text) {
      setHasWritten(true);
      write(text);
    },
    forget() {
      forget();
      choice.forget();
    },
  };
}

export function AccessFields({ draft }: { draft: AccessDraft }) {
  const { t } = useTranslation(['dashboard', 'service']);
  return (
    <>
      <RadioCards<SubscriptionType>
        legend={t('access.plan')}
        columns={3}
        required
        value={draft.plan}
        onChange={draft.setPlan}
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
        text={draft.features}
        onChange={draft.setFeatures}
      />
      <Choices ref={takeFocus}>
        <legend>{t('access.classes')}</legend>
        {dataClasses.map((one) => (
          <Checkbox
            key={one}
            checked={draft.classes.includes(one)}
            onChange={(event) => draft.setClass(one, event.target.checked)}
          >
            {t(`filters.class.${one}`)}
          </Checkbox>
        ))}
      </Choices>
      <Checkbox
        checked={draft.needsTesting}
        onChange={(event) => draft.setTesting(event.target.checked)}
      >
        {t('access.testing')}
      </Checkbox>
    </>
  );
}
