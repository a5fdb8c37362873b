/** Rotating quotes on the login screen, with a fixed height. */
import { useState } from 'react';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from '../../design/Button.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { quotes, type Quote } from './quotes.ts';
import { quoteFadeMs, useQuoteRotation } from './useQuoteRotation.ts';

const Root = styled.section`
  display: flex;
  align-items: flex-start;
  gap: ${space[3]};
  padding-top: ${space[5]};
  border-top: 1px solid ${color.border};
`;

const Stack = styled.div`
  display: grid;
  flex: 1;
  min-width: 0;
  & > * {
    grid-area: 1 / 1;
    min-width: 0;
    transition: opacity ${quoteFadeMs}ms linear;
  }
  [data-sizer] {
    visibility: hidden;
  }
  [data-fading] {
    opacity: 0;
  }
  blockquote {
    ${type.md}
  }
  figcaption {
    padding-top: ${space[1]};
    color: ${color.textMuted};
    ${type.sm}
  }
`;

const longestFirst = (a: Quote, b: Quote) =>
  b.text.length + b.author.length - (a.text.length + a.author.length);

export function QuoteBanner() {
  const { t } = useTranslation('guest');
  const { language } = useLanguage();
  const [stopped, setStopped] = useState(false);
  const [read, setRead] = useState(false);
  const { index, fading } = useQuoteRotation(quotes.length, stopped || read);
  const quote = quotes[index]?.[language];
  const longest = quotes.map((each) => each[language]).sort(longestFirst)[0];
  const words = ({ text, author }: Quote) => (
    <>
      <blockquote>{language === 'ru' ? `«${text}»` : `“${text}”`}</blockquote>
      <figcaption>{author}</figcaption>
    </>
  );
  return (
    <Root
      aria-label={t('quotes.label')}
      onMouseEnter={() => setRead(true)}
      onMouseLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <Stack>
        {longest ? (
          <div data-sizer="" aria-hidden="true">
            {words(longest)}
          </div>
        ) : null}
        {quote ? <figure data-fading={fading ? '' : undefined}>{words(quote)}</figure> : null}
      </Stack>
      <IconButton
        variant="ghost"
        label={stopped ? t('quotes.play') : t('quotes.pause')}
        icon={
          stopped ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />
        }
        onClick={() => setStopped(!stopped)}
      />
    </Root>
  );
}
