/** A screen that failed: the sentence, a way on, and the number under which the log knows it. */
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { styled } from 'styled-components';
import { ErrorFallback } from '../design/ErrorFallback.tsx';
import { space } from '../design/theme.ts';

const Place = styled.div`
  max-width: 640px;
  margin: 0 auto;
  padding: ${space[10]} var(--gutter);
`;

function Failure({ isWholePage }: { isWholePage: boolean }) {
  const error = useRouteError();
  const [errorId] = useState(() => crypto.randomUUID().slice(0, 8));
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, error);
  }, [error, errorId]);
  return (
    <Place {...(isWholePage ? { as: 'main', id: 'main', tabIndex: -1 } : {})}>
      <ErrorFallback errorId={errorId} isScreen />
    </Place>
  );
}

/** In place of the whole page. */
export const RouteFailure = () => <Failure isWholePage />;

/** Inside the frame, whose content it becomes. */
export const ScreenFailure = () => <Failure isWholePage={false} />;
