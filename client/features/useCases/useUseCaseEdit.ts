/** In-place edit of a use case (specification, section 4). */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { notify } from '../../design/notify.ts';
import type { OwnCaseFragment } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { editedUseCaseKey, storeDraft, readDraft, type Draft } from './useCaseDrafts.ts';
import { updateUseCase } from './useCaseCalls.ts';
import { useUseCaseWork, type UseCaseWork } from './useUseCaseWork.ts';
import * as limits from '../../limits/generated.ts';

export interface UseCaseEdit {
  /** Key of the draft. */
  key: string;
  text: string;
  language: Language;
  /** The text is in the other language, because the reader's is missing. */
  isSubstitute: boolean;
  /** The text differs from the saved one. */
  isChanged: boolean;
  /** The text is being saved. */
  isSaving: boolean;
  /** Switches to the other language while one text is outdated. */
  toggleLanguage: () => void;
  /** Text saved by another window meanwhile, in the same language; null without a conflict. */
  theirs: string | null;
  work: UseCaseWork;
  write: (text: string) => void;
  restore: () => void;
  /** Saves the text or the given one, after a conflict over the other version. Resolves to whether it is saved. */
  save: (given?: string) => Promise<boolean>;
}

/** Draft of the text, and the text to show without one. */
function useEditedDraft(useCase: OwnCaseFragment, key: string, onDiscard: () => void) {
  const reader = useLanguage();
  const [edit, setEdit] = useState<Draft | null>(() => readDraft(key));
  // Current value for calls that end later.
  const now = useRef(edit);
  // Language chosen by the author, which applies while a text is outdated.
  const [wanted, setWanted] = useState<Language | null>(null);
  const { descriptionRu, descriptionEn, outdatedLanguage, updatedAt } = useCase;
  const language = wanted !== null && outdatedLanguage !== null ? wanted : reader.language;
  const shown = chooseText(descriptionRu, descriptionEn, language);
  const savedIn = (one: Language) => (one === 'ru' ? descriptionRu : descriptionEn) ?? '';
  const put = (next: Draft | null) => {
    now.current = next;
    setEdit(next);
    storeDraft(key, next);
    if (next === null) onDiscard();
  };
  return {
    shown,
    edit,
    isSame: (draft: Draft) => draft.text.trim() === savedIn(draft.language).trim(),
    current: () => now.current,
    put,
    type: (text: string) =>
      put({
        text,
        language: edit?.language ?? shown.language,
        since: edit?.since ?? updatedAt,
      }),
    toggleLanguage: () => setWanted(shown.language === 'ru' ? 'en' : 'ru'),
  };
}

interface SendOptions {
  useCase: OwnCaseFragment;
  draft: ReturnType<typeof useEditedDraft>;
  work: UseCaseWork;
  setTheirs: (theirs: OwnCaseFragment | null) => void;
  onRise: () => void;
}

/** Returns the call that saves a draft. It resolves to whether nothing is left to save. */
function useSendDraft({ useCase, draft, work, setTheirs, onRise }: SendOptions) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const { current, put } = draft;
  return async (sent: Draft, since = sent.since): Promise<boolean> => {
    const outcome = await work.run('detecting_language', (progressId) =>
      updateUseCase(client, useCase, since === undefined ? sent : { ...sent, since }, progressId),
    );
    if (!outcome) return false;
    if ('fresh' in outcome) {
      setTheirs(outcome.fresh);
      return false;
    }
    setTheirs(null);
    // Text typed meanwhile stays as a change of the saved version.
    if (current()?.text === sent.text) put(null);
    else {
      const typed = current();
      if (typed) put({ ...typed, since: outcome.useCase.updatedAt });
    }
    if (outcome.isSignificant) {
      onRise();
      notify.info(t('useCases.significant'), {
        duration: 'long',
        ...(outcome.reason ? { description: outcome.reason } : {}),
      });
    }
    return current() === null;
  };
}

export function useUseCaseEdit(useCase: OwnCaseFragment, onRise: () => void): UseCaseEdit {
  const { t } = useTranslation('dashboard');
  const work = useUseCaseWork();
  const key = editedUseCaseKey(useSignedInUser().id, useCase.id);
  const [theirs, setTheirs] = useState<OwnCaseFragment | null>(null);
  const draft = useEditedDraft(useCase, key, () => setTheirs(null));
  const { shown, edit, isSame, current, put, type } = draft;
  const isSending = useRef(false);
  const isQueued = useRef(false);

  const send = useSendDraft({ useCase, draft, work, setTheirs, onRise });
  const save = async (given?: string): Promise<boolean> => {
    if (given !== undefined) type(given);
    const typed = current();
    if (typed === null) return true;
    if (isSending.current) {
      isQueued.current = true;
      return false;
    }
    if (typed.text.trim() === '') {
      work.fail(t('useCases.blank'));
      return false;
    }
    if (isSame(typed)) {
      put(null);
      return true;
    }
    if (typed.text.length > limits.caseText) return false;
    isSending.current = true;
    isQueued.current = false;
    try {
      let isSaved = await send(typed, theirs?.updatedAt);
      for (
        let next = current();
        !isSaved && isQueued.current && next?.text.trim();
        next = current()
      ) {
        isQueued.current = false;
        isSaved = await send(next);
      }
      return isSaved;
    } finally {
      isSending.current = false;
    }
  };

  return {
    key,
    text: edit?.text ?? shown.text,
    language: edit?.language ?? shown.language,
    isSubstitute: shown.isSubstitute,
    toggleLanguage: draft.toggleLanguage,
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
