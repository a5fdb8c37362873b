/** The error screen in place of a screen whose file or words did not come; the page is reloaded with the connection. */
import { useEffect } from 'react';
import { useErrorNumber } from '../browser/useErrorNumber.ts';
import { FailurePlace } from './FailureLayout.tsx';

export interface LostScreenProps {
  failure: unknown;
  /** True where it stands for the frame too, or for a screen without one. */
  isWholePage: boolean;
}

const reload = () => location.reload();

export function LostScreen({ failure, isWholePage }: LostScreenProps) {
  const errorId = useErrorNumber(failure);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <FailurePlace errorId={errorId} isWholePage={isWholePage} />;
}
