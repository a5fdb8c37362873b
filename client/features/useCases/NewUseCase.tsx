/** Form for a new use case: checked, saved and translated at Enter (specification, section 4). */
import { useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { KeysHint } from '../../design/Sections.ts';
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
  useReportUnsaved,
  type Draft,
  type OnUnsaved,
} from './useCaseDrafts.ts';
import { ButtonRow, Suggestions } from './Suggestions.tsx';
import { useAnalysis, type CheckedText } from './useAnalysis.ts';
import { createUseCase, updateUseCase } from './useCaseCalls.ts';
import { useUseCaseWork } from './useUseCaseWork.ts';
import { ProgressStatus } from './ProgressStatus.tsx';
import * as limits from '../../limits/generated.ts';
import type { OwnCaseFragment } from './generated.ts';

export interface NewUseCaseProps {
  itemId: string;
  /** Told of unsaved text; without it the text stays as a draft. */
  onUnsaved?: OnUnsaved;
  /** Number of requests to write; each one focuses the field. */
  focusCount?: number;
}

/** False when the reader has moved on to a field or a dialog. */
const canTakeFocus = (place: Element | null): boolean =>
  !place?.closest('input, textarea, select, [role=dialog]');

function useNewDraft(itemId: string) {
  const { language } = useLanguage();
  const key = newUseCaseKey(useSignedInUser().id, itemId);
  const [draft, setDraft] = useState<Draft>(() => readDraft(key) ?? { text: '', language });
  // Current value for keys pressed before the next rendering.
  const latest = useRef(draft);
  const store = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    storeDraft(key, next.text === '' ? null : next);
  };
  return {
    key,
    draft,
    current: () => latest.current,
    store,
    write: (text: string) =>
      store({ ...draft, text, language: draft.text === '' ? language : draft.language }),
    reset: (text: string) => store({ text, language }),
  };
}

/** Saves, checks and suggests improvements for a new use case. */
function useNewUseCase(itemId: string) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const drafts = useNewDraft(itemId);
  const work = useUseCaseWork();
  const analysis = useAnalysis(work);
  const isRunning = useRef(false);
  const [suggestion, setSuggestion] = useState<PendingSuggestion | null>(null);
  const text = drafts.draft.text.trim();
  const isBlank = text === '';
  const isTooLong = drafts.draft.text.length > limits.caseText;
  const { checked } = analysis;
  const needsCheck = checked === null || checked.text !== text;

  /** Runs one call at a time: a double press of Enter saves once. */
  const exclusively = async (job: () => Promise<boolean>): Promise<boolean> => {
    if (isRunning.current || isTooLong) return false;
    isRunning.current = true;
    try {
      return await job();
    } finally {
      isRunning.current = false;
    }
  };
  const create = async (wanted: string, { rest = '', unchecked = false } = {}) => {
    const sending = withRequestKey({ ...drafts.current(), text: wanted });
    drafts.store({ ...drafts.current(), sent: sending.sent });
    const created = await work.run(
      'detecting_language',
      (progressId) => createUseCase(client, itemId, sending, progressId),
      // The usual text says to reload the page, which would lose the draft.
      { messageOf: (failure) => (isNotFound(failure) ? t('useCases.serviceGone') : null) },
    );
    if (!created) return null;
    analysis.forget();
    setSuggestion(null);
    drafts.reset(rest);
    notify.success(t('useCases.created'), {
      duration: 'short',
      ...(unchecked ? { description: t('useCases.unchecked') } : {}),
    });
    return created;
  };
  const submit = async () => {
    if (drafts.current().text === '') return false;
    if (isBlank) {
      work.fail(t('useCases.blank'));
      return false;
    }
    // A second Enter after questions or suggestions saves the text unchanged.
    const found = needsCheck ? await analysis.check(text, { quiet: true }) : null;
    if (found && found.questions.length > 0) return false;
    const created = await create(text, { unchecked: needsCheck && found === null });
    if (created && found && found.suggestions.length > 0)
      setSuggestion({ saved: created, own: text, checked: found });
    return created !== null;
  };
  return {
    drafts,
    work,
    analysis,
    suggestion,
    setSuggestion,
    isBlank,
    isTooLong,
    needsCheck,
    saveUnchanged: () => exclusively(async () => isBlank || (await create(text)) !== null),
    saveSuggestion: (wanted: string, others: string[]) =>
      exclusively(async () => (await create(wanted, { rest: others.join('\n\n') })) !== null),
    submit: () => exclusively(submit),
    check: () => exclusively(async () => (await analysis.check(text)) !== null),
    write: (value: string) => {
      work.fail(null);
      drafts.write(value);
    },
  };
}

export function NewUseCase({ itemId, onUnsaved, focusCount = 0 }: NewUseCaseProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const form = useNewUseCase(itemId);
  const { drafts, work, analysis, suggestion, isBlank, write } = form;
  const { checked } = analysis;
  const field = useRef<HTMLTextAreaElement>(null);
  useReportUnsaved(drafts.key, !isBlank && !work.isBusy, form.saveUnchanged, onUnsaved);
  useEffect(() => {
    if (focusCount > 0 && canTakeFocus(document.activeElement)) field.current?.focus();
  }, [focusCount]);
  // The field is read-only during the work and gets the focus back afterwards.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !work.isBusy && isBlank) field.current?.focus();
    wasBusy.current = work.isBusy;
  }, [work.isBusy, isBlank]);
  return (
    <UseCaseItem as="div">
      <UseCaseText
        ref={field}
        label={t('useCases.newLabel')}
        hint={t(clientSettings().languageModel ? 'useCases.newHint' : 'useCases.newHintAlone')}
        text={drafts.draft.text}
        error={analysis.hasFailed ? null : work.failure}
        readOnly={work.isBusy}
        onChange={write}
        onEnter={() => void form.submit()}
      />
      <KeysHint>{t('useCases.keysNew')}</KeysHint>
      <ProgressStatus work={work} />
      {analysis.hasFailed ? (
        <Notice
          tone="danger"
          title={t('useCases.analysisFailed')}
          actions={
            <Button aria-disabled={work.isBusy} onClick={() => void form.saveUnchanged()}>
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
          onTake={(wanted, others) => void form.saveSuggestion(wanted, others)}
          onKeep={() => void form.saveUnchanged()}
        >
          <FormButtons form={form} />
        </Suggestions>
      ) : (
        <ButtonRow>
          <FormButtons form={form} />
        </ButtonRow>
      )}
      {suggestion ? (
        <SavedSuggestion
          key={suggestion.saved.id}
          suggestion={suggestion}
          onDone={(others) => {
            form.setSuggestion(null);
            if (others.length > 0)
              write([drafts.current().text, ...others].filter(Boolean).join('\n\n'));
          }}
        />
      ) : null}
    </UseCaseItem>
  );
}

function FormButtons({ form }: { form: ReturnType<typeof useNewUseCase> }) {
  const { t } = useTranslation('dashboard');
  const { work, analysis, drafts, isBlank, isTooLong, needsCheck } = form;
  const { checked } = analysis;
  const hasSuggestions =
    checked !== null && checked.suggestions.length + checked.questions.length > 0;
  return (
    <>
      {needsCheck || !hasSuggestions ? (
        <Button
          variant="primary"
          disabled={isTooLong || (isBlank && !work.isBusy)}
          busy={work.isBusy}
          onClick={() => void form.submit()}
        >
          {t('useCases.save')}
        </Button>
      ) : null}
      <Button
        icon={<Sparkles size={16} aria-hidden="true" />}
        disabled={isTooLong || !analysis.isPossible(drafts.draft.text)}
        onClick={() => void form.check()}
      >
        {t(clientSettings().languageModel ? 'useCases.improve' : 'useCases.check')}
      </Button>
    </>
  );
}

interface PendingSuggestion {
  saved: OwnCaseFragment;
  /** Text as saved. */
  own: string;
  checked: CheckedText;
}

interface SavedSuggestionProps {
  suggestion: PendingSuggestion;
  /** Called after the answer, with further examples from the text that are not saved yet. */
  onDone: (others: string[]) => void;
}

/** Suggested text for a use case that is already saved. */
function SavedSuggestion({ suggestion, onDone }: SavedSuggestionProps) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const work = useUseCaseWork();
  const { saved, own, checked } = suggestion;
  const language = saved.descriptionEn?.trim() === own ? 'en' : 'ru';
  const take = async (text: string, others: string[]) => {
    const draft = { text, language, since: saved.updatedAt } as const;
    const outcome = await work.run('detecting_language', (progressId) =>
      updateUseCase(client, saved, draft, progressId),
    );
    // The saved text has changed, so the suggestion does not fit.
    if (outcome && 'fresh' in outcome) work.fail(t('useCases.suggestions.late'));
    else if (outcome) onDone(others);
  };
  return (
    <>
      <Notice tone="info">{t('useCases.suggestions.saved')}</Notice>
      <ProgressStatus work={work} />
      {work.failure ? <Notice tone="danger">{work.failure}</Notice> : null}
      <Suggestions
        checked={checked}
        busy={work.isBusy}
        onTake={(text, others) => {
          if (!work.isBusy) void take(text, others);
        }}
        onKeep={() => onDone([])}
      />
    </>
  );
}
