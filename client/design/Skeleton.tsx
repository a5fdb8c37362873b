/** The shape of what is coming, in its final size; shown only when loading takes noticeable time. */
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { announce } from './Announcer.tsx';
import { Notice } from './Notice.tsx';
import { color, radius } from './theme.ts';
import { useIsSlow } from './useIsSlow.ts';

export const skeletonDelayMs = 150;

/** One grey bar; `style` gives it its width and height. */
export const Skeleton = styled.span.attrs({ 'aria-hidden': true })`
  display: block;
  width: 100%;
  height: 1em;
  border-radius: ${radius.xs};
  background: linear-gradient(
    100deg,
    ${color.skeleton} 40%,
    ${color.skeletonShine} 50%,
    ${color.skeleton} 60%
  );
  background-size: 300% 100%;
  animation: shine 1.6s ease-in-out infinite;

  @keyframes shine {
    from {
      background-position: 100% 0;
    }
    to {
      background-position: 0 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    animation: none;
    background: ${color.skeleton};
  }
`;

const Holder = styled.div`
  &[data-early] {
    visibility: hidden;
  }
`;

/** True for the first 150 ms of whoever asks. */
export function useEarly(): boolean {
  const [early, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return early;
}

function Slow() {
  const { t } = useTranslation('common');
  const isSlow = useIsSlow(true);
  const words = t('state.slow');
  useEffect(() => {
    if (isSlow) announce(words);
  }, [isSlow, words]);
  return isSlow ? <Notice>{words}</Notice> : null;
}

interface DelayedProps {
  /** The screen says itself that it is slow. */
  isSaidElsewhere?: boolean;
  children: ReactNode;
}

/** Keeps the place from the first moment, shows its skeletons after 150 ms, and says after four seconds that it is slow. */
export function Delayed({ isSaidElsewhere = false, children }: DelayedProps) {
  const early = useEarly();
  return (
    <Holder data-early={early || undefined}>
      {isSaidElsewhere ? null : <Slow />}
      {children}
    </Holder>
  );
}
