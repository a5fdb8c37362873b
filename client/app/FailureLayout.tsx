/** Layout of an error screen: inside the frame, or as the whole page with its own header. */
import { styled } from 'styled-components';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { space } from '../design/theme.ts';
import { GuestHeader } from './GuestHeader.tsx';

const Place = styled.div`
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[10]} var(--gutter);
`;

export interface FailureLayoutProps {
  errorId: string;
  isWholePage: boolean;
}

export function FailureLayout({ errorId, isWholePage }: FailureLayoutProps) {
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
