/** Admin notes of an item, saved after a pause in typing and when the field is left. */
import { useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { failureText, isConflict } from '../../browser/graphqlFailure.ts';
import {
  ItemControlsDocument,
  SetItemControlsDocument,
  type ItemControlFragment,
} from './generated.ts';

/** Milliseconds without a key before the notes are saved. */
const notesPauseMs = 800;
/** Characters; the server takes no more. */
export const notesLimit = 5000;

export interface ItemNotes {
  text: string;
  state: 'idle' | 'saving' | 'saved' | 'failed' | 'conflict';
  /** ISO 8601. */
  savedAt: string | null;
  failure: string | null;
  /** The text differs from what the server has. */
  isDirty: boolean;
  write: (text: string) => void;
  /** Saves now; after a conflict it writes over what somebody else has saved. */
  save: () => Promise<void>;
  /** Drops the own text for the one that the server has. */
  takeTheirs: () => void;
}

export function useItemNotes(item: ItemControlFragment): ItemNotes {
  const client = useApolloClient();
  const [draft, setDraft] = useState<string | null>(null);
  const [state, setState] = useState<ItemNotes['state']>('idle');
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef({ item, draft, isSending: false });
  useEffect(() => {
    latest.current.item = item;
  });

  const put = (text: string | null) => {
    latest.current.draft = text;
    setDraft(text);
  };
  const save = async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = latest.current;
    const text = now.draft;
    if (text === null || now.isSending || text.length > notesLimit) return;
    if (text === (now.item.adminNotes ?? '')) {
      put(null);
      setState('idle');
      return;
    }
    now.isSending = true;
    setState('saving');
    setFailure(null);
    try {
      const { data } = await client.mutate({
        mutation: SetItemControlsDocument,
        variables: { id: now.item.id, adminNotes: text, expectedUpdatedAt: now.item.updatedAt },
      });
      if (data) now.item = data.updateKnowledge;
      now.isSending = false;
      setState('saved');
      setSavedAt(data?.updateKnowledge.updatedAt ?? null);
      if (now.draft === text) put(null);
      else await save();
    } catch (raised) {
      now.isSending = false;
      if (isConflict(raised)) {
        const { data } = await client.query({
          query: ItemControlsDocument,
          variables: { id: now.item.id },
          fetchPolicy: 'network-only',
        });
        if (data) now.item = data.knowledgeItem;
        setState('conflict');
        return;
      }
      setState('failed');
      setFailure(failureText(raised));
    }
  };
  const write = (text: string) => {
    put(text);
    if (state === 'conflict') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), notesPauseMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    text: draft ?? item.adminNotes ?? '',
    state,
    savedAt,
    failure,
    isDirty: draft !== null && draft !== (item.adminNotes ?? ''),
    write,
    save,
    takeTheirs: () => {
      put(null);
      setState('idle');
    },
  };
}
