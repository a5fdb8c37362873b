/** One piece of work on a use case at a time: its progress as the server reports it, and its failure. */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { randomId } from '../../browser/randomId.ts';
import { notify } from '../../design/notify.ts';
import {
  useProgressSteps,
  type ShownStep,
  type ProgressStep,
  type WorkInProgress,
} from './useSteps.ts';

export interface UseCaseWork {
  isBusy: boolean;
  /** What the server is doing; null without work. */
  progress: ShownStep | null;
  /** What went wrong last; null at the next try. */
  failure: string | null;
  fail: (message: string | null) => void;
  /**
   * Answers null when the work failed: that has then been said, inline and as a toast, unless it is `quiet`. `first` is
   * the step that the work begins with; `says` has other words for a failure, or null.
   */
  run: <Result>(
    first: ProgressStep,
    job: (progressId: string) => Promise<Result>,
    options?: { quiet?: boolean; says?: (failure: unknown) => string | null },
  ) => Promise<Result | null>;
}

export function useUseCaseWork(): UseCaseWork {
  const { t } = useTranslation();
  const [underWay, setUnderWay] = useState<WorkInProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const progress = useProgressSteps(underWay);
  const title = useRef('');
  const place = useId();
  useEffect(() => {
    title.current = t('error.title');
  }, [t]);

  const run = useCallback<UseCaseWork['run']>(
    async (first, job, { quiet = false, says } = {}) => {
      const id = randomId();
      notify.dismiss(`work-${place}`);
      setFailure(null);
      setUnderWay({ id, first });
      try {
        return await job(id);
      } catch (raised) {
        if (quiet) {
          console.info('A step of the work failed, the work goes on without it', raised);
          return null;
        }
        const message = says?.(raised) ?? failureText(raised);
        setFailure(message);
        notify.error(title.current, { id: `work-${place}`, description: message });
        return null;
      } finally {
        setUnderWay(null);
      }
    },
    [place],
  );
  return { isBusy: underWay !== null, progress, failure, fail: setFailure, run };
}
