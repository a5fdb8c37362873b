/** State of a query: error with retry, skeleton, or empty state. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { Delayed } from './Skeleton.tsx';

export interface QueryResultProps {
  /** The list that was queried; null or undefined until it has loaded. */
  found: readonly unknown[] | null | undefined;
  error: unknown;
  /** The sentence for an error. */
  failure: string;
  /** Refetches. A repeated failure is shown by `error`. */
  onRetry?: () => Promise<unknown>;
  /** Skeleton of the list. */
  skeleton?: ReactNode;
  /** Shown when nothing was found. */
  empty?: ReactNode;
}

export function QueryResult({ found, error, failure, onRetry, skeleton, empty }: QueryResultProps) {
  const { t } = useTranslation('common');
  const retry = () => {
    onRetry?.().catch((raised: unknown) => {
      console.info('What was asked for could not be loaded again', raised);
    });
  };
  if (error) {
    return (
      <Notice
        tone="danger"
        actions={onRetry ? <Button onClick={retry}>{t('actions.retry')}</Button> : null}
      >
        {failure}
      </Notice>
    );
  }
  if (!found) return skeleton ? <Delayed>{skeleton}</Delayed> : null;
  return found.length === 0 ? empty : null;
}
