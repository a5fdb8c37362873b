/** Skeletons of loading content, shown after a short delay, and the placeholder of a value that failed to load. */
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius } from './theme.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

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

/** True during the first 150 ms of a component. */
export function useSkeletonDelay(): boolean {
  const [early, setEarly] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setEarly(false), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return early;
}

/** Reserves the space at once, and shows the skeletons after 150 ms. */
export function Delayed({ children }: { children: ReactNode }) {
  const early = useSkeletonDelay();
  return <Holder data-early={early || undefined}>{children}</Holder>;
}

const Dash = styled.span`
  color: ${color.textMuted};
`;

/** `label` says what the dash means: “Did not load”. */
export function NotLoaded({ label }: { label: string }) {
  return (
    <Dash title={label}>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Dash>
  );
}
