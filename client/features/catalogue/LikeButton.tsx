/** “I use this” button with its count; asks before own use cases are deleted. */
import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { Button } from '../../design/Button.tsx';
import { lazyDialog } from '../../design/lazyComponent.tsx';
import { notify } from '../../design/notify.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { KnowledgeCardFragment } from '../../generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { pendingLike, requestLike, type LikeIntent } from './likeQueue.ts';

const StopUsingDialog = lazyDialog(() =>
  import('./StopUsingDialog.tsx').then((part) => part.StopUsingDialog),
);

export interface LikeButtonProps {
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
