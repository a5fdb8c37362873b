/** In-place edit of a use case (specification, section 4). */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { notify } from '../../design/notify.ts';
import type { OwnCaseFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { editedUseCaseKey, storeDraft, readDraft, type Draft } from './useCaseDrafts.ts';
import { updateUseCase } from './useCaseCalls.ts';
import { useUseCaseWork, type UseCaseWork } from './useUseCaseWork.ts';
import * as limits from '../../limits/generated.ts';

export interface UseCaseEdit {
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
  /** Shows the text in the other language, while one of the two is outdated. */
  toggleLanguage: () => void;
  /** What another window has saved meanwhile, in the language of the text; null without a conflict. */
  theirs: string | null;
  work: UseCaseWork;
  write: (text: string) => void;
  restore: () => void;
  /**
   * Saves the text, or the given one; unchanged text calls nothing. After a conflict it writes over what the other window
   * has saved. Answers whether it is safe.
   */
  save: (given?: string) => Promise<boolean>;
}

export function useUseCaseEdit(useCase: OwnCaseFragment, onRise: () => void): UseCaseEdit {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const reader = useLanguage();
  const work = useUseCaseWork();
  const key = editedUseCaseKey(useSignedInUser().id, useCase.id);
  const [edit, setEdit] = useState<Draft | null>(() => readDraft(key));
  const [theirs, setTheirs] = useState<OwnCaseFragment | null>(null);
  // What stands in the field, also for calls that end later.
  const now = useRef(edit);
  const isSending = useRef(false);
  const isWaiting = useRef(false);

  const { descriptionRu, descriptionEn, outdatedLanguage } = useCase;
  // The language that the author has asked for: it counts while the text in question is outdated.
  const [wanted, setWanted] = useState<Language | null>(null);
  const isWanted = wanted !== null && outdatedLanguage !== null;
  const language = isWanted ? wanted : reader.language;
  const shown = chooseText(descriptionRu, descriptionEn, language);
  const savedIn = (language: Language) => (language === 'ru' ? descriptionRu : descriptionEn) ?? '';
  const isSame = (draft: Draft) => draft.text.trim() === savedIn(draft.language).trim();
  const put = (next: Draft | null) => {
    now.current = next;
    setEdit(next);
    storeDraft(key, next);
    if (next === null) setTheirs(null);
  };
  const type = (text: string) =>
    put({
      text,
      language: edit?.language ?? shown.language,
      since: edit?.since ?? useCase.updatedAt,
    });

  const send = async (draft: Draft, since = draft.since): Promise<boolean> => {
    const outcome = await work.run('detecting_language', (progressId) =>
      updateUseCase(client, useCase, since === undefined ? draft : { ...draft, since }, progressId),
    );
    if (!outcome) return false;
    if ('fresh' in outcome) {
      setTheirs(outcome.fresh);
      return false;
    }
    setTheirs(null);
    // What was typed meanwhile stays, and is a change of what has just been saved.
    if (now.current?.text === draft.text) put(null);
    else if (now.current) put({ ...now.current, since: outcome.useCase.updatedAt });
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
    if (given !== undefined) type(given);
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
      let isSafe = await send(draft, theirs?.updatedAt);
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
    toggleLanguage: () => setWanted(shown.language === 'ru' ? 'en' : 'ru'),
    isChanged: edit !== null && !isSame(edit),
    isSaving: edit !== null && work.isBusy,
    theirs:
      theirs &&
      chooseText(theirs.descriptionRu, theirs.descriptionEn, edit?.language ?? shown.language).text,
    work,
    write: (text) => {
      work.fail(null);
      type(text);
    },
    restore: () => {
      work.fail(null);
      put(null);
    },
    save,
  };
}
