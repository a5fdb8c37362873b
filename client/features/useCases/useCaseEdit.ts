/** The text of an own case while it is changed in place (specification, section 4). */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { notify } from '../../design/notify.ts';
import type { OwnCaseFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { caseKey, keepDraft, readDraft, type Draft } from './drafts.ts';
import { updateCase } from './useCaseCalls.ts';
import { useWork, type Work } from './useWork.ts';
import * as limits from '../../limits/generated.ts';

export interface CaseEdit {
  /** The key of its draft. */
  key: string;
  text: string;
  language: Language;
  /** True when the shown text is not in the reader's language, because that one is missing. */
  isSubstitute: boolean;
  /** The text differs from the saved one. */
  isChanged: boolean;
  /** The text is on its way to the server. */
  isSaving: boolean;
  work: Work;
  write: (text: string) => void;
  restore: () => void;
  /** Saves the text, or the given one; unchanged text calls nothing. Answers whether it is safe. */
  save: (given?: string) => Promise<boolean>;
}

export function useCaseEdit(useCase: OwnCaseFragment, onRise: () => void): CaseEdit {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const reader = useLanguage();
  const work = useWork();
  const key = caseKey(useSignedInUser().id, useCase.id);
  const [edit, setEdit] = useState<Draft | null>(() => readDraft(key));
  // What stands in the field, also for calls that end later.
  const now = useRef(edit);
  const isSending = useRef(false);
  const isWaiting = useRef(false);

  const { descriptionRu, descriptionEn } = useCase;
  const shown = chooseText(descriptionRu, descriptionEn, reader.language);
  const savedIn = (language: Language) => (language === 'ru' ? descriptionRu : descriptionEn) ?? '';
  const isSame = (draft: Draft) => draft.text.trim() === savedIn(draft.language).trim();
  const put = (next: Draft | null) => {
    now.current = next;
    setEdit(next);
    keepDraft(key, next);
  };

  const send = async (draft: Draft): Promise<boolean> => {
    const outcome = await work.run('detecting_language', (progressId) =>
      updateCase(client, useCase.id, draft.text.trim(), draft.language, progressId),
    );
    if (!outcome) return false;
    // What was typed meanwhile stays.
    if (now.current?.text === draft.text) put(null);
    if (outcome.isSignificant) {
      onRise();
      notify.info(t('useCases.significant'), {
        duration: 'long',
        ...(outcome.reason ? { description: outcome.reason } : {}),
      });
    }
    return now.current === null;
  };
  const save = async (given?: string): Promise<boolean> => {
    if (given !== undefined) {
      put({ text: given, language: edit?.language ?? shown.language });
    }
    const draft = now.current;
    if (draft === null) return true;
    if (isSending.current) {
      isWaiting.current = true;
      return false;
    }
    if (draft.text.trim() === '') {
      work.fail(t('useCases.blank'));
      return false;
    }
    if (isSame(draft)) {
      put(null);
      return true;
    }
    if (draft.text.length > limits.caseText) return false;
    isSending.current = true;
    isWaiting.current = false;
    try {
      let isSafe = await send(draft);
      while (!isSafe && isWaiting.current && now.current && now.current.text.trim() !== '') {
        isWaiting.current = false;
        isSafe = await send(now.current);
      }
      return isSafe;
    } finally {
      isSending.current = false;
    }
  };

  return {
    key,
    text: edit?.text ?? shown.text,
    language: edit?.language ?? shown.language,
    isSubstitute: shown.isSubstitute,
    isChanged: edit !== null && !isSame(edit),
    isSaving: edit !== null && work.isBusy,
    work,
    write: (text) => {
      work.fail(null);
      put({ text, language: edit?.language ?? shown.language });
    },
    restore: () => {
      work.fail(null);
      put(null);
    },
    save,
  };
}
