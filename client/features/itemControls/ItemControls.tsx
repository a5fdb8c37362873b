/** Dialog for the visibility and the admin notes of an item. */
import { useState, useEffect, useRef, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText, isConflict } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Switch } from '../../design/Checkbox.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Field, useTextLimit } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextArea } from '../../design/TextInput.tsx';
import { color, space, type } from '../../design/theme.ts';
import {
  SetItemControlsDocument,
  useItemControlsQuery,
  ItemControlsDocument,
  type AdminVisibility,
  type ItemControlFragment,
} from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

/** Milliseconds without a key before the notes are saved. */
const notesPauseMs = 800;
/** Characters; the server takes no more. */
const notesLimit = 5000;

interface ItemNotes {
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

function useItemNotes(item: ItemControlFragment): ItemNotes {
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

const Body = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};

  [data-part='title'] {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [data-part='state'] {
    min-height: 1.4em;
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export interface ItemControlsProps {
  itemId: string;
  onClose: () => void;
}

export function ItemControls({ itemId, onClose }: ItemControlsProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { data, error, refetch } = useItemControlsQuery({
    variables: { id: itemId },
    fetchPolicy: 'cache-and-network',
  });
  const item = data?.knowledgeItem;
  // Replaces the loading dialog, so the opener is remembered here.
  const [opener] = useState(() => ({ current: document.activeElement as HTMLElement | null }));
  if (item) return <Controls item={item} opener={opener} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('admin.controls.title')}>
      <QueryResult
        found={null}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 200 }} />}
      />
    </Dialog>
  );
}

interface ControlsProps {
  item: ItemControlFragment;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function Controls({ item, opener, onClose }: ControlsProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  const notes = useItemNotes(item);
  const limited = useTextLimit(notes.text, notesLimit);
  const title = chooseText(item.titleRu, item.titleEn, language);

  const setVisibility = async (adminVisibility: AdminVisibility, withUndo: boolean) => {
    try {
      await client.mutate({
        mutation: SetItemControlsDocument,
        variables: { id: item.id, adminVisibility },
        optimisticResponse: { updateKnowledge: { ...item, adminVisibility } },
      });
    } catch (failure) {
      const description = failureText(failure);
      notify.error(t('admin.changeFailed'), { id: `visibility-${item.id}`, description });
      return;
    }
    const former = adminVisibility === 'visible' ? 'hidden' : 'visible';
    const undo = {
      label: t('common:actions.undo'),
      run: () => void setVisibility(former, false),
    };
    notify.success(
      t(adminVisibility === 'visible' ? 'admin.controls.nowVisible' : 'admin.controls.nowHidden'),
      { duration: 'long', id: `visibility-${item.id}`, ...(withUndo ? { action: undo } : {}) },
    );
  };
  const stateText = () => {
    if (notes.state === 'saving') return t('common:state.saving');
    if (notes.state === 'saved' && notes.savedAt && !notes.isDirty) {
      return t('common:state.savedAt', { time: formatTime(notes.savedAt, language) });
    }
    return '';
  };
  return (
    <Dialog
      open
      returnFocus={opener}
      onClose={onClose}
      title={t('admin.controls.title')}
      dirty={notes.isDirty}
      onSave={() => void notes.save()}
    >
      <Body>
        <p data-part="title" lang={title.language}>
          {title.text}
        </p>
        <Switch
          checked={item.adminVisibility !== 'hidden'}
          onChange={(isOn) => void setVisibility(isOn ? 'visible' : 'hidden', true)}
        >
          {t('admin.controls.visible')}
        </Switch>
        <Field
          label={t('admin.controls.notes')}
          hint={t('admin.controls.notesHint')}
          {...limited}
          error={limited.error ?? notes.failure ?? undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              value={notes.text}
              onChange={(event) => notes.write(event.target.value)}
              onBlur={() => (notes.state === 'conflict' ? undefined : void notes.save())}
            />
          )}
        </Field>
        {notes.state === 'conflict' ? (
          <Notice
            tone="warning"
            title={t('admin.controls.conflict')}
            actions={
              <>
                <Button onClick={() => void notes.save()}>{t('admin.controls.overwrite')}</Button>
                <Button onClick={notes.takeTheirs}>{t('admin.controls.takeTheirs')}</Button>
              </>
            }
          >
            {t('admin.controls.theirs')}: {item.adminNotes ?? ''}
          </Notice>
        ) : null}
        <p data-part="state" role="status">
          {stateText()}
        </p>
      </Body>
    </Dialog>
  );
}
