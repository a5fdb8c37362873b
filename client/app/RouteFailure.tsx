/** A screen that failed: the sentence, a way on, and the number under which the log knows it. */
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { styled } from 'styled-components';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { space } from '../design/theme.ts';

const Place = styled.main`
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[10]} var(--gutter);
`;

export function RouteFailure() {
  const error = useRouteError();
  const [errorId] = useState(() => crypto.randomUUID().slice(0, 8));
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, error);
  }, [error, errorId]);
  return (
    <Place id="main" tabIndex={-1}>
      <ErrorFallback errorId={errorId} />
    </Place>
  );
}
