/** A screen that failed: the sentence, a way on, and the number under which the log knows it. */
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { errorNumber } from './errorNumber.ts';
import { FailurePlace } from './FailurePlace.tsx';

function Failure({ isWholePage }: { isWholePage: boolean }) {
  const error = useRouteError();
  const [errorId] = useState(errorNumber);
  useEffect(() => {
    // The console is forwarded to the server's log.
    console.error(`Error ${errorId}`, error);
  }, [error, errorId]);
  return <FailurePlace errorId={errorId} isWholePage={isWholePage} />;
}

/** In place of the whole page. */
export const RouteFailure = () => <Failure isWholePage />;

/** Inside the frame, whose content it becomes. */
export const ScreenFailure = () => <Failure isWholePage={false} />;
