/** Fallback of a failed part of the page (specification, section 2). */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { color, font, radius, space, type } from './theme.ts';

/** Id of an error, shown to the reader and written to the log. */
export function useErrorId(failure: unknown): string {
  const [errorId] = useState(() => crypto.randomUUID().slice(0, 8));
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, failure);
  }, [errorId, failure]);
  return errorId;
}

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space[3]};
  min-height: 120px;
  padding: ${space[8]} ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  text-align: center;

  h1,
  strong {
    ${type.xl}
  }
  p {
    max-width: 48ch;
    color: ${color.textMuted};
  }
  code {
    color: ${color.textSubtle};
    font-family: ${font.mono};
    ${type.xs}
  }
`;

interface ErrorFallbackProps {
  /** Id of the error in the log. */
  errorId?: string;
  /** Advice to the reader; default: reload the page. */
  hint?: string;
  /** Whether it replaces a whole screen: the sentence is then the heading. */
  isScreen?: boolean;
}

/** The Russian sentence stands in every language, as specified; the current language's line follows it. */
export function ErrorFallback({ errorId, hint, isScreen = false }: ErrorFallbackProps) {
  const { t, i18n } = useTranslation();
  const Sentence = isScreen ? 'h1' : 'strong';
  return (
    <Root role="alert">
      <Sentence lang="ru">Что-то пошло не так</Sentence>
      {i18n.resolvedLanguage === 'ru' ? null : <p>{t('error.fallback')}</p>}
      <p>{hint ?? t('error.fallbackHint')}</p>
      <Button onClick={() => location.reload()}>{t('actions.reload')}</Button>
      {errorId ? <code>{t('error.id', { id: errorId })}</code> : null}
    </Root>
  );
}
