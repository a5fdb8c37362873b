/** Like button of a colleague's use case, updated optimistically. */
import { useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { Button } from '../../design/Button.tsx';
import { notify } from '../../design/notify.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { MeDocument } from '../../generated.ts';
import { ToggleUseCaseLikeDocument, type SharedCaseFragment } from '../../items/generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

export interface UseCaseLikeProps {
  useCase: SharedCaseFragment;
  /** Start of the text, for the accessible name. */
  text: string;
  onFailure: (message: string | null) => void;
}

export function UseCaseLike({ useCase, text, onFailure }: UseCaseLikeProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  const isSending = useRef(false);
  const { id, isLiked, likesCount } = useCase;

  const send = () =>
    client.mutate({
      mutation: ToggleUseCaseLikeDocument,
      variables: { id },
      optimisticResponse: {
        toggleUseCaseLike: {
          __typename: 'LikeInfo',
          isLiked: !isLiked,
          likesCount: likesCount + (isLiked ? -1 : 1),
        },
      },
      update: (cache, { data }) => {
        const like = data?.toggleUseCaseLike;
        if (!like) return;
        cache.modify({
          id: cache.identify({ __typename: 'UseCase', id }),
          fields: { isLiked: () => like.isLiked, likesCount: () => like.likesCount },
        });
      },
    });
  const press = async () => {
    // The mutation toggles, so a second press must wait for the first answer.
    if (isSending.current) return;
    isSending.current = true;
    onFailure(null);
    notify.dismiss(`use-case-like-${id}`);
    try {
      await send();
    } catch (failure) {
      const message = t(isLiked ? 'people.unlikeError' : 'people.likeError');
      const reason = failureText(failure, '');
      onFailure([message, reason].filter(Boolean).join('. '));
      notify.error(message, {
        id: `use-case-like-${id}`,
        duration: 'short',
        ...(reason ? { description: reason } : {}),
      });
      return;
    } finally {
      isSending.current = false;
    }
    if (!isLiked) recordContribution();
    client.query({ query: MeDocument, fetchPolicy: 'network-only' }).catch((failure: unknown) => {
      console.info('The progress could not be refreshed', failure);
    });
  };

  return (
    <Button
      variant={isLiked ? 'liked' : 'secondary'}
      aria-pressed={isLiked}
      icon={<ThumbsUp size={16} aria-hidden="true" />}
      onClick={() => void press()}
    >
      <span>
        {t('people.useful')}
        <VisuallyHidden>{` ${t('people.usefulOf', { text })}`}</VisuallyHidden>
      </span>
      <small>{formatNumber(likesCount, language)}</small>
    </Button>
  );
}
