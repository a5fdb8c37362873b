/** What stands where a part of the page has failed (specification, section 2). */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from './Button.tsx';
import { color, font, radius, space, type } from './theme.ts';

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

export interface ErrorFallbackProps {
  /** Under which the error stands in the log. */
  errorId?: string;
  /** It stands for a whole screen: the sentence is the screen's heading. */
  isScreen?: boolean;
  /** Default: the page is reloaded. */
  onRetry?: () => void;
  /** In place of the plain reload: something that may save it. */
  onReload?: () => void;
}

/** The Russian sentence stands in every language, as specified; the current language's line follows it. */
export function ErrorFallback({
  errorId,
  isScreen = false,
  onRetry,
  onReload,
}: ErrorFallbackProps) {
  const { t, i18n } = useTranslation();
  const Sentence = isScreen ? 'h1' : 'strong';
  return (
    <Root role="alert">
      <Sentence lang="ru">Что-то пошло не так</Sentence>
      {i18n.resolvedLanguage === 'ru' ? null : <p>{t('error.fallback')}</p>}
      <p>{t('error.fallbackHint')}</p>
      <Button onClick={onRetry ?? onReload ?? (() => location.reload())}>
        {onRetry ? t('actions.retry') : t('actions.reload')}
      </Button>
      {errorId ? <code>{t('error.id', { id: errorId })}</code> : null}
    </Root>
  );
}
