/** Error screen for a screen whose files or texts failed to load; it reloads when the connection is back. */
import { useEffect } from 'react';
import { useErrorId } from '../browser/useErrorId.ts';
import { FailureLayout } from './FailureLayout.tsx';

export interface ChunkErrorProps {
  failure: unknown;
  /** Whether it replaces the frame too. */
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
