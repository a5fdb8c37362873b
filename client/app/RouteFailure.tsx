/** A screen that failed: the sentence, a way on, and the number under which the log knows it. */
import { useRouteError } from 'react-router-dom';
import { useErrorNumber } from '../browser/useErrorNumber.ts';
import { FailurePlace } from './FailureLayout.tsx';

function Failure({ isWholePage }: { isWholePage: boolean }) {
  const errorId = useErrorNumber(useRouteError());
  return <FailurePlace errorId={errorId} isWholePage={isWholePage} />;
}

/** In place of the whole page. */
export const RouteFailure = () => <Failure isWholePage />;

/** Inside the frame, whose content it becomes. */
export const ScreenFailure = () => <Failure isWholePage={false} />;
