/** The use cases on the page of a service: who wrote each, and its like. */
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { FieldError } from '../../design/Field.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import type { ServiceCaseFragment } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { truncate } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { CaseLike } from './CaseLike.tsx';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  li {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
    padding: ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='text'] {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='foot'] > span:first-child {
    flex: 1 1 160px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** Graphemes of a case in the name of its button. */
const nameLength = 60;
/** How many are shown before one asks for more (specification, section 2). */
const shownAtFirst = 3;

function Row({ useCase }: { useCase: ServiceCaseFragment }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const chosen = chooseText(useCase.descriptionRu, useCase.descriptionEn, language);
  const { author } = useCase;
  return (
    <li>
      <p data-part="text" lang={chosen.language}>
        {chosen.text}
        {chosen.isSubstitute ? <LanguageMark language={chosen.language} /> : null}
      </p>
      <div data-part="foot">
        <span>{[author.name, author.company?.name].filter(Boolean).join(', ')}</span>
        {useCase.isOwn ? (
          <>
            <Badge tone="ember">{t('people.yours')}</Badge>
            <span>{t('likes', { count: useCase.likesCount })}</span>
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

export interface ServiceCasesProps {
  cases: readonly ServiceCaseFragment[];
  /** Opens the place to write one. */
  onWrite: () => void;
  /** The place to write one; null until it is asked for. */
  writing: ReactNode;
}

export function ServiceCases({ cases, onWrite, writing }: ServiceCasesProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const more = cases.length - shownAtFirst;
  const shown = isOpen ? cases : cases.slice(0, shownAtFirst);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('cases.title')}</h2>
      {cases.length === 0 ? <p data-part="muted">{t('cases.none')}</p> : null}
      <List>
        {shown.map((useCase) => (
          <Row key={useCase.id} useCase={useCase} />
        ))}
      </List>
      <div data-part="acts">
        {writing ? null : <Button onClick={onWrite}>{t('cases.write')}</Button>}
        {more > 0 ? (
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('dashboard:people.less') : t('dashboard:people.more', { count: more })}
          </Button>
        ) : null}
      </div>
      {writing}
    </section>
  );
}
