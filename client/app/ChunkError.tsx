/** The error screen in place of a screen whose file or words did not come; the page is reloaded with the connection. */
import { useEffect } from 'react';
import { useErrorId } from '../browser/useErrorId.ts';
import { FailureLayout } from './FailureLayout.tsx';

export interface ChunkErrorProps {
  failure: unknown;
  /** True where it stands for the frame too, or for a screen without one. */
  isWholePage: boolean;
}

const reload = () => location.reload();

export function ChunkError({ failure, isWholePage }: ChunkErrorProps) {
  const errorId = useErrorId(failure);
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return <FailureLayout errorId={errorId} isWholePage={isWholePage} />;
}
