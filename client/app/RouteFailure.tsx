/** Error boundaries of the routes. */
import { useRouteError } from 'react-router-dom';
import { useErrorId } from '../browser/useErrorId.ts';
import { FailureLayout } from './FailureLayout.tsx';

function Failure({ isWholePage }: { isWholePage: boolean }) {
  const errorId = useErrorId(useRouteError());
  return <FailureLayout errorId={errorId} isWholePage={isWholePage} />;
}

/** Error boundary of a whole page. */
export const RouteFailure = () => <Failure isWholePage />;

/** Error boundary of a screen inside the frame. */
export const ScreenFailure = () => <Failure isWholePage={false} />;
