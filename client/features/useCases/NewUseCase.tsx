/** Form for a new use case: checked, saved and translated at Enter (specification, section 4). */
import { useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { isNotFound } from '../../browser/graphqlFailure.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { UseCaseText } from './UseCaseText.tsx';
import { UseCaseItem } from './useCase.styles.ts';
import {
  storeDraft,
  withRequestKey,
  newUseCaseKey,
  readDraft,
  type Draft,
} from './useCaseDrafts.ts';
import { ButtonRow, Suggestions } from './Suggestions.tsx';
import { SavedSuggestion, type PendingSuggestion } from './SavedSuggestion.tsx';
import { useReportUnsaved, type OnUnsaved } from './useUnsavedTexts.ts';
import { useAnalysis } from './useAnalysis.ts';
import { createUseCase } from './useCaseCalls.ts';
import { useUseCaseWork } from './useUseCaseWork.ts';
import { ProgressStatus } from './ProgressStatus.tsx';
import * as limits from '../../limits/generated.ts';

export interface NewUseCaseProps {
  itemId: string;
  onUnsaved: OnUnsaved;
  /** How often it was asked for where it stands: the keyboard comes to it each time. */
  focusCount?: number;
}

/** False for a reader who has gone on meanwhile, into a field or a dialog. */
const canTakeFocus = (place: Element | null): boolean =>
  !place?.closest('input, textarea, select, [role=dialog]');

export function NewUseCase({ itemId, onUnsaved, focusCount = 0 }: NewUseCaseProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const { language } = useLanguage();
  const key = newUseCaseKey(useSignedInUser().id, itemId);
  const [draft, setDraft] = useState<Draft>(() => readDraft(key) ?? { text: '', language });
  const work = useUseCaseWork();
  const analysis = useAnalysis(work);
  const field = useRef<HTMLTextAreaElement>(null);
  const isUnderWay = useRef(false);
  // What stands in the field, also for a key that is pressed before the next rendering.
  const now = useRef(draft);
  const [offer, setOffer] = useState<PendingSuggestion | null>(null);

  const text = draft.text.trim();
  const isBlank = text === '';
  const isTooLong = draft.text.length > limits.caseText;
  const { checked } = analysis;
  // What the check said is about this very text.
  const isAnswered = checked === null || checked.text !== text;
  const hasOffers = checked !== null && checked.suggestions.length + checked.questions.length > 0;

  const keep = (next: Draft) => {
    now.current = next;
    setDraft(next);
    storeDraft(key, next.text === '' ? null : next);
  };
  const write = (value: string) => {
    work.fail(null);
    keep({ ...draft, text: value, language: draft.text === '' ? language : draft.language });
  };
  /** One call at a time: a double press of Enter writes once. */
  const once = async (job: () => Promise<boolean>): Promise<boolean> => {
    if (isUnderWay.current || isTooLong) return false;
    isUnderWay.current = true;
    try {
      return await job();
    } finally {
      isUnderWay.current = false;
    }
  };
  const create = async (wanted: string, { rest = '', unchecked = false } = {}) => {
    const sending = withRequestKey({ ...now.current, text: wanted });
    keep({ ...now.current, sent: sending.sent });
    const created = await work.run(
      'detecting_language',
      (progressId) => createUseCase(client, itemId, sending, progressId),
      // Nobody is told to reload: the page of a service that has gone shows no text that was being written.
      { messageOf: (failure) => (isNotFound(failure) ? t('useCases.serviceGone') : null) },
    );
    if (!created) return null;
    analysis.forget();
    setOffer(null);
    keep({ text: rest, language });
    notify.success(t('useCases.created'), {
      duration: 'short',
      ...(unchecked ? { description: t('useCases.unchecked') } : {}),
    });
    return created;
  };
  const saveAsIs = () => once(async () => isBlank || (await create(text)) !== null);
  const submit = () =>
    once(async () => {
      if (now.current.text === '') return false;
      if (isBlank) {
        work.fail(t('useCases.blank'));
        return false;
      }
      // What has been asked or suggested already is answered by another Enter: the text is saved as it is.
      const found = isAnswered ? await analysis.check(text, { quiet: true }) : null;
      if (found && found.questions.length > 0) return false;
      const created = await create(text, { unchecked: isAnswered && found === null });
      if (created && found && found.suggestions.length > 0) {
        setOffer({ saved: created, own: text, checked: found });
      }
      return created !== null;
    });
  const check = () => once(async () => (await analysis.check(text)) !== null);

  useReportUnsaved(key, !isBlank && !work.isBusy, saveAsIs, onUnsaved);
  useEffect(() => {
    if (focusCount > 0 && canTakeFocus(document.activeElement)) field.current?.focus();
  }, [focusCount]);
  // The field is read-only while work goes on; afterwards one goes on writing.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !work.isBusy && isBlank) field.current?.focus();
    wasBusy.current = work.isBusy;
  }, [work.isBusy, isBlank]);

  const buttons = (
    <>
      {isAnswered || !hasOffers ? (
        <Button
          variant="primary"
          disabled={isTooLong || (isBlank && !work.isBusy)}
          busy={work.isBusy}
          onClick={() => void submit()}
        >
          {t('useCases.save')}
        </Button>
      ) : null}
      <Button
        icon={<Sparkles size={16} aria-hidden="true" />}
        disabled={isTooLong || !analysis.isPossible(draft.text)}
        onClick={() => void check()}
      >
        {t(clientSettings().languageModel ? 'useCases.improve' : 'useCases.check')}
      </Button>
    </>
  );

  return (
    <UseCaseItem as="div">
      <UseCaseText
        ref={field}
        label={t('useCases.newLabel')}
        hint={t(clientSettings().languageModel ? 'useCases.newHint' : 'useCases.newHintAlone')}
        text={draft.text}
        error={analysis.hasFailed ? null : work.failure}
        readOnly={work.isBusy}
        onChange={write}
        onEnter={() => void submit()}
      />
      <small>{t('useCases.keysNew')}</small>
      <ProgressStatus work={work} />
      {analysis.hasFailed ? (
        <Notice
          tone="danger"
          title={t('useCases.analysisFailed')}
          actions={
            <Button aria-disabled={work.isBusy} onClick={() => void saveAsIs()}>
              {t('useCases.saveAsIs')}
            </Button>
          }
        >
          {work.failure}
        </Notice>
      ) : null}
      {checked ? (
        <Suggestions
          key={checked.text}
          checked={checked}
          busy={work.isBusy}
          onTake={(wanted, others) =>
            void once(async () => (await create(wanted, { rest: others.join('\n\n') })) !== null)
          }
          onKeep={() => void saveAsIs()}
        >
          {buttons}
        </Suggestions>
      ) : (
        <ButtonRow>{buttons}</ButtonRow>
      )}
      {offer ? (
        <SavedSuggestion
          key={offer.saved.id}
          suggestion={offer}
          onDone={(others) => {
            setOffer(null);
            if (others.length > 0)
              write([now.current.text, ...others].filter(Boolean).join('\n\n'));
          }}
        />
      ) : null}
    </UseCaseItem>
  );
}
