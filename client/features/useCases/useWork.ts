/** One piece of work on a use case at a time: its progress as the server reports it, and its failure. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { randomId } from '../../browser/randomId.ts';
import { notify } from '../../design/notify.ts';
import { UseCaseProgressDocument, type UseCaseProgressQuery } from '../../generated.ts';

export type Progress = NonNullable<UseCaseProgressQuery['useCaseProgress']>;

/** How often the server is asked for its step. */
export const progressPollMs = 400;

/** The server's step in the work with this id; null while it is not known. */
function useProgress(progressId: string | null): Progress | null {
  const client = useApolloClient();
  const [known, setKnown] = useState<{ id: string; progress: Progress } | null>(null);
  useEffect(() => {
    if (progressId === null) return undefined;
    let hasEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const variables = { progressId };
        const { data } = await client.query({
          query: UseCaseProgressDocument,
          variables,
          fetchPolicy: 'no-cache',
        });
        const progress = data?.useCaseProgress;
        if (progress && !hasEnded) setKnown({ id: progressId, progress });
      } catch (failure) {
        // The work itself goes on, and says so itself when it fails.
        console.info('The progress of the work is not known', failure);
      }
      if (!hasEnded) timer = setTimeout(() => void ask(), progressPollMs);
    };
    timer = setTimeout(() => void ask(), 0);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }, [client, progressId]);
  return known?.id === progressId ? known.progress : null;
}

export interface Work {
  isBusy: boolean;
  progress: Progress | null;
  /** What went wrong last; null at the next try. */
  failure: string | null;
  fail: (message: string | null) => void;
  /** Answers null when the work failed: that has then been said, inline and as a toast. */
  run: <Result>(job: (progressId: string) => Promise<Result>) => Promise<Result | null>;
}

export function useWork(): Work {
  const { t } = useTranslation();
  const [progressId, setProgressId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const progress = useProgress(progressId);
  const title = useRef('');
  useEffect(() => {
    title.current = t('error.title');
  }, [t]);

  const run = useCallback(
    async <Result>(job: (progressId: string) => Promise<Result>): Promise<Result | null> => {
      const id = randomId();
      setFailure(null);
      setProgressId(id);
      try {
        return await job(id);
      } catch (raised) {
        const message = failureText(raised);
        setFailure(message);
        notify.error(title.current, { description: message });
        return null;
      } finally {
        setProgressId(null);
      }
    },
    [],
  );
  return { isBusy: progressId !== null, progress, failure, fail: setFailure, run };
}
