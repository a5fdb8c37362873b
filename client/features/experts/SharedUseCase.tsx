/** One use case: a like button for colleagues, an edit button for its author. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldError } from '../../design/Field.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { SharedCaseFragment } from '../../items/generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { UseCaseLike } from './UseCaseLike.tsx';

/** Graphemes of the text in the names of its buttons. */
const nameLength = 60;

export interface SharedUseCaseProps {
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
