/** “I use this” button with its count; asks before own use cases are deleted. */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApolloClient } from '@apollo/client';
import { isNotFound } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { Button } from '../../design/Button.tsx';
import { lazyDialog } from '../../design/lazyComponent.tsx';
import { notify } from '../../design/notify.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import {
  CardAfterUnlikeDocument,
  LikeKnowledgeDocument,
  UnlikeKnowledgeDocument,
  type KnowledgeCardFragment,
} from '../../generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { refetchUse } from '../../items/refetch.ts';

interface LikeInfo {
  isLiked: boolean;
  likesCount: number;
}

interface LikeIntent {
  isLiked: boolean;
  /** Deletes the own use cases of the item with the like. */
  withUseCases?: boolean;
}

interface LikeOutcome {
  /** State on the server. */
  isLiked: boolean;
  /** The refused last intent with its error; null when all is as wanted. */
  failure: { intent: LikeIntent; error: unknown } | null;
}

/** Queue of likes: shown at once, sent one call at a time per item, rolled back when refused. */
interface QueueEntry {
  confirmed: LikeInfo;
  intent: LikeIntent;
  /** Id of the optimistic layer over the confirmed values. */
  layer: string;
}

const queues = new WeakMap<ApolloClient, Map<string, QueueEntry>>();

const queueOf = (client: ApolloClient): Map<string, QueueEntry> => {
  const known = queues.get(client) ?? new Map<string, QueueEntry>();
  queues.set(client, known);
  return known;
};

let layers = 0;
const nextLayer = (): string => `like ${(layers += 1)}`;

/** Intent that has not reached the server; undefined when there is none. */
const pendingLike = (client: ApolloClient, itemId: string): boolean | undefined =>
  queues.get(client)?.get(itemId)?.intent.isLiked;

const writeLike = (cache: ApolloClient['cache'], itemId: string, like: LikeInfo): void => {
  cache.modify({
    id: cache.identify({ __typename: 'KnowledgeItem', id: itemId }),
    fields: { isLiked: () => like.isLiked, likesCount: () => like.likesCount },
  });
};

/** Shows the intent as an optimistic layer, in place of an earlier one. */
function show(client: ApolloClient, itemId: string, line: QueueEntry): void {
  const { confirmed, intent, layer } = line;
  const step = intent.isLiked ? 1 : -1;
  const likesCount = confirmed.likesCount + (intent.isLiked === confirmed.isLiked ? 0 : step);
  line.layer = nextLayer();
  client.cache.batch({
    removeOptimistic: layer,
    optimistic: line.layer,
    update: (cache) => writeLike(cache, itemId, { isLiked: intent.isLiked, likesCount }),
  });
}

/** Refetches counts, experts and progress, which change with the use cases. */
const refresh = (client: ApolloClient, id: string): Promise<void> =>
  client
    .query({ query: CardAfterUnlikeDocument, variables: { id }, fetchPolicy: 'network-only' })
    .then(
      () => undefined,
      (failure: unknown) => console.info('The counts of an item could not be read again', failure),
    );

async function send(client: ApolloClient, id: string, intent: LikeIntent): Promise<LikeInfo> {
  if (intent.isLiked) {
    const { data } = await client.mutate({ mutation: LikeKnowledgeDocument, variables: { id } });
    return data!.likeKnowledge;
  }
  const withUseCases = intent.withUseCases ?? false;
  const variables = { id, withUseCases };
  const { data } = await client.mutate({ mutation: UnlikeKnowledgeDocument, variables });
  if (withUseCases) await refresh(client, id);
  return data!.unlikeKnowledge;
}

async function drain(client: ApolloClient, id: string, line: QueueEntry): Promise<LikeOutcome> {
  try {
    while (line.intent.isLiked !== line.confirmed.isLiked) {
      line.confirmed = await send(client, id, line.intent);
      writeLike(client.cache, id, line.confirmed);
      show(client, id, line);
    }
    void refetchUse(client, id);
    return { isLiked: line.confirmed.isLiked, failure: null };
  } catch (error) {
    const { intent, confirmed } = line;
    const isAsWanted = intent.isLiked === confirmed.isLiked;
    return { isLiked: confirmed.isLiked, failure: isAsWanted ? null : { intent, error } };
  } finally {
    queueOf(client).delete(id);
    client.cache.removeOptimistic(line.layer);
  }
}

/**
 * Shows the intent at once and sends it; resolves when the queue of the item is empty. Resolves to null when
 * an earlier call is running: that call sends the intent too.
 */
async function requestLike(
  client: ApolloClient,
  item: LikeInfo & { id: string },
  intent: LikeIntent,
): Promise<LikeOutcome | null> {
  const waiting = queueOf(client).get(item.id);
  if (waiting) {
    waiting.intent = intent;
    show(client, item.id, waiting);
    return null;
  }
  const confirmed = { isLiked: item.isLiked, likesCount: item.likesCount };
  const line = { confirmed, intent, layer: nextLayer() };
  queueOf(client).set(item.id, line);
  show(client, item.id, line);
  return drain(client, item.id, line);
}

const StopUsingDialog = lazyDialog(() =>
  import('./StopUsingDialog.tsx').then((part) => part.StopUsingDialog),
);

interface LikeButtonProps {
  item: Pick<KnowledgeCardFragment, 'id' | 'likesCount'> & {
    isLiked: boolean;
    ownUseCasesCount: number;
  };
  /** The item's title in the reader's language. */
  title: string;
  size?: 'small' | undefined;
  /** Opens the editor of a use case, offered once the like is saved. */
  onWrite?: (() => void) | undefined;
  /** Called with an error message when the like could not be saved, with null at the next attempt. */
  onFailure: (message: string | null) => void;
}

export function LikeButton({ item, title, size, onWrite, onFailure }: LikeButtonProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const { language } = useLanguage();
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  const button = useRef<HTMLButtonElement>(null);

  const noticeId = `like ${item.id}`;
  /** The focus of the notice would be lost with it. */
  const after = (act: () => void) => () => {
    button.current?.focus({ preventScroll: true });
    act();
  };
  const offerNext = () => {
    const liked = { ...item, isLiked: true, likesCount: item.likesCount + 1 };
    const undo = {
      label: t('common:actions.undo'),
      run: after(() => void setLike({ isLiked: false }, liked)),
    };
    const write = onWrite && { label: t('people.write'), run: after(onWrite) };
    notify.success(t('liked', { title }), {
      id: noticeId,
      duration: 'long',
      ...(write ? { action: write, secondAction: undo } : { action: undo }),
    });
  };
  const setLike = async (wanted: LikeIntent, known = item): Promise<void> => {
    onFailure(null);
    notify.dismiss(noticeId);
    const outcome = await requestLike(client, known, wanted);
    if (outcome?.isLiked && !known.isLiked) {
      recordContribution();
      offerNext();
    }
    if (!outcome?.failure) return;
    const { failure } = outcome;
    // Another attempt would fail too.
    if (isNotFound(failure.error)) return onFailure(t('requests.removedItem'));
    onFailure(t('notSaved'));
    notify.error(t(failure.intent.isLiked ? 'likeError' : 'unlikeError'), {
      id: noticeId,
      duration: 'short',
      action: { label: t('common:actions.retry'), run: () => void setLike(failure.intent) },
    });
  };
  const press = () => {
    // Quick presses toggle the last intent, not the displayed state.
    const isLiked = pendingLike(client, item.id) ?? item.isLiked;
    if (isLiked && item.ownUseCasesCount > 0) setAsking('open');
    else void setLike({ isLiked: !isLiked });
  };

  return (
    <>
      <Button
        ref={button}
        size={size}
        variant={item.isLiked ? 'liked' : 'secondary'}
        aria-pressed={item.isLiked}
        data-like={item.isLiked ? 'used' : 'unused'}
        icon={item.isLiked ? <Check size={16} strokeWidth={3} aria-hidden="true" /> : null}
        onClick={press}
      >
        <span>
          {t('like')}
          <VisuallyHidden>{` ${t('likeOf', { title })}`}</VisuallyHidden>
        </span>
        <b>{formatNumber(item.likesCount, language)}</b>
      </Button>
      {asking === 'never' ? null : (
        <StopUsingDialog
          open={asking === 'open'}
          title={title}
          count={item.ownUseCasesCount}
          onClose={() => setAsking('closed')}
          onConfirm={() => {
            setAsking('closed');
            void setLike({ isLiked: false, withUseCases: true });
          }}
        />
      )}
    </>
  );
}
