/** A screen that failed: the sentence, a way on, and the number under which the log knows it. */
import { useRouteError } from 'react-router-dom';
import { useErrorId } from '../browser/useErrorId.ts';
import { FailureLayout } from './FailureLayout.tsx';

function Failure({ isWholePage }: { isWholePage: boolean }) {
  const errorId = useErrorId(useRouteError());
  return <FailureLayout errorId={errorId} isWholePage={isWholePage} />;
}

/** In place of the whole page. */
export const RouteFailure = () => <Failure isWholePage />;

/** Inside the frame, whose content it becomes. */
export const ScreenFailure = () => <Failure isWholePage={false} />;
