/** Error screens, inside the frame or as the whole page: of a screen that broke, and of one whose files or texts did not come. */
import { useEffect, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useErrorId, ErrorFallback } from '../design/ErrorFallback.tsx';
import { space } from '../design/theme.ts';
import { GuestHeader } from './GuestHeader.tsx';

const Place = styled.div`
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[10]} var(--gutter);
`;

interface FailureProps {
  failure: unknown;
  /** Whether it replaces the frame too. */
  isWholePage: boolean;
}

function Failure({ failure, isWholePage }: FailureProps) {
  const fallback = <ErrorFallback errorId={useErrorId(failure)} isScreen />;
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

const reload = () => location.reload();

/** Reloads the page when the connection is back. */
export function LoadFailure(props: FailureProps) {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <Failure {...props} />;
}

const BrokenPage = ({ error }: FallbackProps) => <Failure failure={error} isWholePage />;

const BrokenScreen = ({ error }: FallbackProps) => <Failure failure={error} isWholePage={false} />;

export interface ScreenBoundaryProps {
  isWholePage: boolean;
  children: ReactNode;
}

/** Another address gets another try. */
export function ScreenBoundary({ isWholePage, children }: ScreenBoundaryProps) {
  return (
    <ErrorBoundary
      resetKeys={[useLocation().key]}
      FallbackComponent={isWholePage ? BrokenPage : BrokenScreen}
    >
      {children}
    </ErrorBoundary>
  );
}
