/** Draft of a loadout's texts, stored in the tab, and its saving over other people's changes. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { readStoredText, storeText } from '../../browser/draftStorage.ts';
import {
  conflictingChange,
  failureText,
  isNotFound,
  isRefusedFor,
} from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import {
  useCreateLoadoutMutation,
  useUpdateLoadoutMutation,
  type Discipline,
  type LoadoutQuery,
} from './generated.ts';
import type { EditedLoadout } from './editedLoadout.ts';
import { descriptionOf, inLanguage, titleOf } from './loadoutText.ts';

type Loadout = LoadoutQuery['loadout'];

export interface Texts {
  title: string;
  description: string;
  discipline: Discipline | null;
}

interface Draft {
  mine: Texts;
  /** The saved texts when the draft was begun. */
  base: Texts;
}

/** Author and time of the conflicting version; both empty when the author is unknown. */
interface Conflict {
  who: string;
  when: string;
}

const textsOf = (loadout: Loadout, language: Language): Texts => ({
  title: titleOf(loadout, language).text,
  description: descriptionOf(loadout, language).text,
  discipline: loadout.discipline,
});

const isSame = (one: Texts, other: Texts): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.discipline === other.discipline;

function readDraft(key: string): Draft | null {
  try {
    return JSON.parse(readStoredText(key) ?? 'null') as Draft | null;
  } catch (failure) {
    console.info('A draft cannot be read', failure);
    return null;
  }
}

/** What was typed while a draft was saved; null for nothing. */
function restOf(latest: Draft | null, { mine }: Draft): Draft | null {
  if (!latest || isSame(latest.mine, mine)) return null;
  const base = { ...mine, title: mine.title.trim(), description: mine.description.trim() };
  return { mine: latest.mine, base };
}

export interface LoadoutTexts {
  draft: Texts;
  saved: Texts;
  isChanged: boolean;
  isSaving: boolean;
  conflict: Conflict | null;
  /** The loadout was deleted while its texts were edited. */
  isGone: boolean;
  failure: string | null;
  change: (changes: Partial<Texts>) => void;
  discard: () => void;
  /** With `isForced` over what somebody else has saved. */
  save: (isForced?: boolean) => Promise<void>;
  createFromMine: () => Promise<void>;
}

/** Returns the call that saves texts over a version of the loadout; afterwards Undo sends the way back. */
function useSendTexts(language: Language) {
  const { t } = useTranslation(['loadouts', 'common']);
  const [update, { loading }] = useUpdateLoadoutMutation();
  const inputOf = (changed: Texts, from: Texts) => ({
    ...(changed.title === from.title ? {} : inLanguage('title', changed.title.trim(), language)),
    ...(changed.description === from.description
      ? {}
      : inLanguage('description', changed.description.trim() || null, language)),
    ...(changed.discipline === from.discipline ? {} : { discipline: changed.discipline }),
  });
  const send = async (changed: Texts, from: Loadout, isUndo = false): Promise<void> => {
    const before = textsOf(from, language);
    const { data } = await update({
      variables: { id: from.id, input: inputOf(changed, before), expectedVersion: from.version },
    });
    const now = data && { ...from, ...data.updateLoadout };
    const undo = () =>
      void send(before, now!, true).catch((raised: unknown) =>
        notify.error(t('editor.undoFailed'), {
          id: `loadout-${from.id}`,
          description: failureText(raised),
        }),
      );
    notify.success(t(isUndo ? 'editor.undone' : 'editor.saved'), {
      id: `loadout-${from.id}`,
      ...(isUndo || !now ? {} : { action: { label: t('common:actions.undo'), run: undo } }),
    });
  };
  return { send, isSending: loading };
}

/** Returns the call that makes a new loadout of texts and the services of another one, and opens it. */
function useCreateFromTexts(loadout: Loadout, language: Language) {
  const navigate = useNavigate();
  const [send, { loading }] = useCreateLoadoutMutation();
  const create = async (texts: Texts): Promise<void> => {
    const { data } = await send({
      variables: {
        input: {
          ...inLanguage('title', texts.title.trim(), language),
          ...inLanguage('description', texts.description.trim() || null, language),
          discipline: texts.discipline,
          items: loadout.items.map(({ item, reasonRu, reasonEn }) => ({
            itemId: item.id,
            reasonRu,
            reasonEn,
          })),
        },
      },
    });
    if (data) await navigate(`${loadoutPath(data.createLoadout.id)}?edit`, { replace: true });
  };
  return { create, isCreating: loading };
}

export function useLoadoutTexts({ loadout, reload }: EditedLoadout): LoadoutTexts {
  const reader = useLanguage();
  const [language] = useState(() => titleOf(loadout, reader.language).language);
  const key = `loadout.text.${useSignedInUser().id}.loadout ${loadout.id} ${language}`;
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(key));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isGone, setIsGone] = useState(false);
  const { send, isSending } = useSendTexts(language);
  const { create, isCreating } = useCreateFromTexts(loadout, language);
  const saved = textsOf(loadout, language);
  const mine = draft?.mine ?? saved;

  const latest = useRef(draft);
  const put = (next: Draft | null) => {
    latest.current = next;
    setDraft(next);
    storeText(key, next && JSON.stringify(next));
    setFailure(null);
    if (next === null) setConflict(null);
  };
  const save = async (isForced = false): Promise<void> => {
    if (!draft) return;
    setFailure(null);
    const isUntouched = (one: Loadout) => isForced || isSame(textsOf(one, language), draft.base);
    let [from, who]: [Loadout, Conflict] = [loadout, { who: '', when: '' }];
    try {
      // Another version may only have other services: then it is saved over.
      for (let attempt = 0; attempt < 3 && isUntouched(from); attempt += 1) {
        const refusal = await send(draft.mine, from).then(
          () => null,
          (raised: unknown) => raised,
        );
        if (refusal === null) return put(restOf(latest.current, draft));
        if (!isRefusedFor(refusal, 'changedMeanwhile')) throw refusal;
        who = conflictingChange(refusal) ?? who;
        from = (await reload()) ?? from;
      }
      setConflict(who);
    } catch (raised) {
      setIsGone(isNotFound(raised));
      if (!isNotFound(raised)) setFailure(failureText(raised));
    }
  };
  const createFromMine = () =>
    create(mine).then(
      () => put(null),
      (raised: unknown) => setFailure(failureText(raised)),
    );
  return {
    draft: mine,
    saved,
    isChanged: !isSame(mine, saved),
    isSaving: isSending || isCreating,
    conflict,
    isGone,
    failure,
    change: (changes) => put({ mine: { ...mine, ...changes }, base: draft?.base ?? saved }),
    discard: () => put(null),
    save,
    createFromMine,
  };
}
