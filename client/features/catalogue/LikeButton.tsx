/** “I use this”: pressed or not, with the count. Own use cases are asked about before they go. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../../browser/graphqlFailure.ts';
import { noteUsefulAct } from '../../browser/firstContribution.ts';
import { Button } from '../../design/Button.tsx';
import { lateDialog } from '../../design/lazyComponent.tsx';
import { notify } from '../../design/notify.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { KnowledgeCardFragment } from '../../generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { wishedLike, wishLike, type LikeWish } from './likeQueue.ts';

const StopUsingDialog = lateDialog(() =>
  import('./StopUsingDialog.tsx').then((part) => part.StopUsingDialog),
);

/** False for a reader who has gone on meanwhile, as into the search or another dialog: nothing opens over that. */
const isStillAt = (place: Element | null): boolean =>
  document.activeElement === place || document.activeElement === document.body;

export interface LikeButtonProps {
  item: Pick<KnowledgeCardFragment, 'id' | 'likesCount'> & {
    isLiked: boolean;
    ownUseCasesCount: number;
  };
  /** The item's title in the reader's language. */
  title: string;
  /** Called once the server has marked the item as used, unless the reader has gone on to something else. */
  onLiked?: (() => void) | undefined;
  /** Called with a sentence when the mark could not be saved, with null at the next try. */
  onFailure: (message: string | null) => void;
}

export function LikeButton({ item, title, onLiked, onFailure }: LikeButtonProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const { language } = useLanguage();
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');

  const wish = async (wanted: LikeWish): Promise<void> => {
    onFailure(null);
    notify.dismiss(`like ${item.id}`);
    const wasAt = document.activeElement;
    const outcome = await wishLike(client, item, wanted);
    const isNew = outcome !== null && outcome.isLiked && !item.isLiked;
    if (isNew) noteUsefulAct();
    if (isNew && isStillAt(wasAt)) onLiked?.();
    if (!outcome?.failure) return;
    const { failure } = outcome;
    // Another try would be as vain.
    if (isNotFound(failure.error)) return onFailure(t('requests.goneItem'));
    onFailure(t('notSaved'));
    notify.error(t(failure.wish.isLiked ? 'likeError' : 'unlikeError'), {
      id: `like ${item.id}`,
      duration: 'short',
      action: { label: t('common:actions.retry'), run: () => void wish(failure.wish) },
    });
  };
  const press = () => {
    // Quick presses turn the last intention round, not what happens to be on the screen.
    const isLiked = wishedLike(client, item.id) ?? item.isLiked;
    if (isLiked && item.ownUseCasesCount > 0) setAsking('open');
    else void wish({ isLiked: !isLiked });
  };

  return (
    <>
      <Button
        variant={item.isLiked ? 'liked' : 'primary'}
        aria-pressed={item.isLiked}
        data-like={item.isLiked ? 'used' : 'unused'}
        icon={item.isLiked ? <Check size={16} strokeWidth={3} aria-hidden="true" /> : null}
        onClick={press}
      >
        <span>
          {t('like')}
          <VisuallyHidden>{` ${t('likeOf', { title })}`}</VisuallyHidden>
        </span>
        <small>{formatNumber(item.likesCount, language)}</small>
      </Button>
      {asking === 'never' ? null : (
        <StopUsingDialog
          open={asking === 'open'}
          title={title}
          count={item.ownUseCasesCount}
          onClose={() => setAsking('closed')}
          onConfirm={() => {
            setAsking('closed');
            void wish({ isLiked: false, withUseCases: true });
          }}
        />
      )}
    </>
  );
}
