/** One use case of a colleague, with its like. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { FieldError } from '../../design/Field.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import type { SharedCaseFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { CaseLike } from './CaseLike.tsx';

/** Graphemes of a case in the name of its button. */
const nameLength = 60;

export interface SharedCaseProps {
  useCase: SharedCaseFragment;
  /** Who wrote it, where that does not stand above. */
  author?: ReactNode;
}

export function SharedCase({ useCase, author }: SharedCaseProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = chooseText(useCase.descriptionRu, useCase.descriptionEn, language);
  return (
    <li>
      <p data-part="text" lang={chosen.language}>
        {chosen.text}
        {chosen.isSubstitute ? <LanguageMark language={chosen.language} /> : null}
      </p>
      <div data-part="foot">
        {author}
        {useCase.isOwn ? (
          <>
            <Badge tone="ember">{t('people.yours')}</Badge>
            <small>{t('likes', { count: useCase.likesCount })}</small>
          </>
        ) : (
          <CaseLike
            useCase={useCase}
            text={truncate(chosen.text, nameLength, chosen.language) ?? chosen.text}
            onFailure={setFailure}
          />
        )}
      </div>
      {failure ? <FieldError>{failure}</FieldError> : null}
    </li>
  );
}
