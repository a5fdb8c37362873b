/** Mark of a text that exists in the other language only. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { color, radius, type } from './theme.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import type { Language } from '../i18n/languages.ts';

const Mark = styled.span`
  display: inline-block;
  margin-inline-start: 6px;
  padding: 1px 5px;
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.xs};
  color: ${color.textMuted};
  ${type.xs}
  font-weight: 600;
  letter-spacing: 0.04em;
  vertical-align: 0.15em;
`;

/** `language` is the language of the text it stands beside. */
export function LanguageMark({ language }: { language: Language }) {
  const { t } = useTranslation();
  return (
    <Mark>
      <span aria-hidden="true">{language.toUpperCase()}</span>
      <VisuallyHidden>{t(`onlyIn.${language}`)}</VisuallyHidden>
    </Mark>
  );
}
