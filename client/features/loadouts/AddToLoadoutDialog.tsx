/** Dialog that puts a service into one of the reader's loadouts, or into a new one. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useContentKey } from '../../browser/useContentKey.ts';
import { useDraftText } from '../../browser/useDraftText.ts';
import { FormDialog, useSubmit } from '../../design/FormDialog.tsx';
import { LimitedTextInput } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RadioCards } from '../../design/RadioCards.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import * as limits from '../../limits/generated.ts';
import {
  RemoveLoadoutItemDocument,
  useAddLoadoutItemMutation,
  useCreateLoadoutMutation,
  useLoadoutsToFillQuery,
  type LoadoutsToFillQuery,
} from './generated.ts';
import { inLanguage, titleOf } from './loadoutText.ts';

/** Choice of a new loadout; no id is written like this. */
const makeNew = 'new';

type Loadout = LoadoutsToFillQuery['loadouts']['loadouts'][number];

const holds = ({ items }: Loadout, itemId: string): boolean =>
  items.some(({ item }) => item.id === itemId);

export interface AddToLoadoutDialogProps {
  itemId: string;
  onClose: () => void;
}

/** Says that the service was added, with Undo. */
function useAddedNotice(itemId: string) {
  const { t } = useTranslation(['loadouts', 'common']);
  const client = useApolloClient();
  return (id: string, title: string) => {
    const takeOut = () =>
      client.mutate({ mutation: RemoveLoadoutItemDocument, variables: { id, itemId } }).then(
        () => notify.success(t('add.removed', { title }), { id: `loadout-${id}` }),
        (failure: unknown) =>
          notify.error(t('add.undoFailed'), {
            id: `loadout-${id}`,
            description: failureText(failure),
          }),
      );
    notify.success(t('add.added', { title }), {
      id: `loadout-${id}`,
      duration: 'long',
      action: { label: t('common:actions.undo'), run: () => void takeOut() },
    });
  };
}

export function AddToLoadoutDialog({ itemId, onClose }: AddToLoadoutDialogProps) {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { title: service } = useItemTitle(itemId);
  const { data, error, refetch } = useLoadoutsToFillQuery({ fetchPolicy: 'network-only' });
  const loadouts = data?.loadouts.loadouts.filter(({ mayEdit }) => mayEdit);
  const [picked, setPicked] = useState<string | null>(null);
  const name = useDraftText(`loadout with ${itemId}`);
  const reason = useDraftText(`loadout reason ${itemId}`);
  const [add] = useAddLoadoutItemMutation();
  const [create] = useCreateLoadoutMutation();
  const keyOf = useContentKey();
  const tellAdded = useAddedNotice(itemId);
  // Without any loadout there is nothing to choose from.
  const choice = picked ?? (loadouts?.length === 0 ? makeNew : null);
  const chosen = loadouts?.find(({ id }) => id === choice);
  const title = name.text.trim();

  const missing = () => {
    if (choice === null) return t('add.chooseFirst');
    return choice === makeNew && title === '' ? t('add.nameFirst') : null;
  };
  const leave = () => {
    name.forget();
    reason.forget();
    onClose();
  };
  const send = async () => {
    const item = { itemId, ...inLanguage('reason', reason.text.trim() || null, language) };
    if (chosen) {
      await add({ variables: { id: chosen.id, input: item } });
      tellAdded(chosen.id, titleOf(chosen, language).text);
      return;
    }
    const input = { ...inLanguage('title', title, language), items: [item] };
    const { data: made } = await create({
      variables: { input: { ...input, idempotencyKey: keyOf(input) } },
    });
    const id = made?.createLoadout.id;
    notify.success(t('add.added', { title }), {
      duration: 'long',
      ...(id
        ? { action: { label: t('add.open'), run: () => void navigate(loadoutPath(id)) } }
        : {}),
    });
  };
  const sending = useSubmit(send, leave, failureText);
  const stateOf = (loadout: Loadout) => {
    if (holds(loadout, itemId)) return t('add.there');
    return loadout.itemsCount >= limits.loadoutItems
      ? t('add.full', { limit: limits.loadoutItems })
      : t('services', { count: loadout.itemsCount });
  };
  return (
    <FormDialog
      title={service ? t('add.titleOf', { title: service }) : t('add.title')}
      dirty={title !== '' || reason.text.trim() !== ''}
      missing={missing()}
      invalid={name.text.length > limits.loadoutTitle || reason.text.length > limits.loadoutReason}
      sendLabel={t('add.send')}
      onClose={leave}
      {...sending}
    >
      <QueryResult
        found={loadouts}
        error={error}
        failure={t('loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 160 }} />}
      />
      {loadouts ? (
        <RadioCards
          legend={t('add.choose')}
          required
          value={choice}
          onChange={setPicked}
          options={[
            ...loadouts
              .filter((loadout) => !holds(loadout, itemId))
              .filter(({ itemsCount }) => itemsCount < limits.loadoutItems)
              .map((loadout) => ({
                value: loadout.id,
                label: titleOf(loadout, language).text,
                detail: stateOf(loadout),
              })),
            { value: makeNew, label: t('add.makeNew') },
          ]}
        />
      ) : null}
      {choice === makeNew ? (
        <LimitedTextInput
          label={t('editor.title')}
          hint={t('editor.titleHint')}
          required
          limit={limits.loadoutTitle}
          text={name.text}
          onChange={name.write}
        />
      ) : null}
      {loadouts ? (
        <LimitedTextInput
          label={t('add.reason')}
          limit={limits.loadoutReason}
          text={reason.text}
          onChange={reason.write}
        />
      ) : null}
    </FormDialog>
  );
}
