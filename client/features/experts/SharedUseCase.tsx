/** One use case: a like button for colleagues, an edit button for its author. */
import { useState, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApolloClient } from '@apollo/client/react';
import { ThumbsUp } from 'lucide-react';
import { styled } from 'styled-components';
import { from } from '../../design/theme.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldError } from '../../design/Field.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { ToggleUseCaseLikeDocument, type SharedCaseFragment } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { truncate, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { notify } from '../../design/notify.ts';
import { MeDocument } from '../../generated.ts';

/** On a phone the thumb stands for it, and the button keeps it as its name. */
const Word = styled(VisuallyHidden)`
  ${from.md} {
    position: static;
    margin: 0;
    clip-path: none;
  }
`;

interface UseCaseLikeProps {
  useCase: SharedCaseFragment;
  /** Start of the text, for the accessible name. */
  text: string;
  onFailure: (message: string | null) => void;
}

/** Like button of a colleague's use case, updated optimistically. */
function UseCaseLike({ useCase, text, onFailure }: UseCaseLikeProps) {
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
        <Word>{t('people.useful')}</Word>
        <VisuallyHidden>{` ${t('people.usefulOf', { text })}`}</VisuallyHidden>
      </span>
      <small>{formatNumber(likesCount, language)}</small>
    </Button>
  );
}

/** Graphemes of the text in the names of its buttons. */
const nameLength = 60;

interface SharedUseCaseProps {
  useCase: SharedCaseFragment;
  /** Author, where no heading names them. */
  author?: ReactNode;
  /** Link that asks the author. */
  ask?: ReactNode;
  /** Opens the editor of the own use case with this id; missing where there is none. */
  onEdit?: ((useCaseId: string) => void) | undefined;
}

export function SharedUseCase({ useCase, author, ask, onEdit }: SharedUseCaseProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = chooseText(useCase.descriptionRu, useCase.descriptionEn, language);
  const name = truncate(chosen.text, nameLength, chosen.language) ?? chosen.text;
  return (
    <li>
      <p data-part="text" lang={chosen.language}>
        {chosen.text}
        {chosen.isSubstitute ? <LanguageMark language={chosen.language} /> : null}
      </p>
      <div data-part="foot">
        {author}
        {useCase.outdatedLanguage === chosen.language ? (
          <Badge tone="warning">{t(`useCases.outdated.${chosen.language}`)}</Badge>
        ) : null}
        {ask}
        {useCase.isOwn ? (
          <>
            <Badge tone="ember">{t('people.yours')}</Badge>
            <small>{t('likes', { count: useCase.likesCount })}</small>
            {onEdit ? (
              <Button variant="ghost" onClick={() => onEdit(useCase.id)}>
                <span>
                  {t('common:actions.edit')}
                  <VisuallyHidden>{` ${t('people.editOf', { text: name })}`}</VisuallyHidden>
                </span>
              </Button>
            ) : null}
          </>
        ) : (
          <UseCaseLike useCase={useCase} text={name} onFailure={setFailure} />
        )}
      </div>
      {failure ? <FieldError>{failure}</FieldError> : null}
    </li>
  );
}
