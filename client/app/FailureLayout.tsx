/** Where a screen's failure stands: inside the frame, or with a header of its own in place of the whole page. */
import { styled } from 'styled-components';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { space } from '../design/theme.ts';
import { GuestHeader } from './GuestHeader.tsx';

const Place = styled.div`
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[10]} var(--gutter);
`;

export interface FailurePlaceProps {
  errorId: string;
  isWholePage: boolean;
}

export function FailurePlace({ errorId, isWholePage }: FailurePlaceProps) {
  const fallback = <ErrorFallback errorId={errorId} isScreen />;
  if (!isWholePage) return <Place>{fallback}</Place>;
  return (
    <>
      <GuestHeader />
      <Place as="main" id="main" tabIndex={-1}>
        {fallback}
      </Place>
    </>
  );
}
