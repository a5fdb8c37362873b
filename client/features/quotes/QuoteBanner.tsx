/** Rotating quotes on the login screen, with a fixed height. */
import { useState, useEffect } from 'react';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { IconButton } from '../../design/Button.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { quotes, type Quote } from './quotes.ts';

const quoteRotationMs = 10_000;
/** Index of the current quote, changed every 10 seconds unless paused or hidden. */
const quoteFadeMs = 500;

interface QuoteRotation {
  index: number;
  /** True while the old quote fades out. */
  fading: boolean;
}

/** Index of the first quote: the same for everybody on one day. */
export const quoteOfTheDay = (count: number, now: Date = new Date()): number =>
  Math.floor(now.getTime() / 86_400_000) % count;

function useQuoteRotation(count: number, isPaused: boolean): QuoteRotation {
  const [rotation, setRotation] = useState<QuoteRotation>(() => ({
    index: quoteOfTheDay(count),
    fading: false,
  }));
  useEffect(() => {
    if (isPaused) return undefined;
    let fade: ReturnType<typeof setTimeout> | undefined;
    const turn = setInterval(() => {
      if (document.hidden) return;
      setRotation(({ index }) => ({ index, fading: true }));
      fade = setTimeout(
        () => setRotation(({ index }) => ({ index: (index + 1) % count, fading: false })),
        quoteFadeMs,
      );
    }, quoteRotationMs);
    return () => {
      clearInterval(turn);
      clearTimeout(fade);
    };
  }, [count, isPaused]);
  return { index: rotation.index, fading: rotation.fading && !isPaused };
}

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
