/** The shape of what is coming, in its final size; shown only when loading takes noticeable time. */
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius } from './theme.ts';

const skeletonDelayMs = 150;

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
export function useSkeletonDelay(): boolean {
  const [early, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return early;
}

/** Keeps the place from the first moment, and shows its skeletons after 150 ms. */
export function Delayed({ children }: { children: ReactNode }) {
  const early = useSkeletonDelay();
  return <Holder data-early={early || undefined}>{children}</Holder>;
}
