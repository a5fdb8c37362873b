/** What stands in place of a screen whose file or words did not come: the sentence, a way on, and tries of its own. */
import type { ComponentType } from 'react';
import { useErrorNumber } from '../browser/useErrorNumber.ts';
import { ownFetch } from '../browser/ownFetch.ts';
import { useAttempts } from '../browser/useAttempts.ts';
import { FailurePlace } from './FailurePlace.tsx';

export interface LateScreenProps {
  load: () => Promise<ComponentType>;
  /** Why it did not come. */
  failure: unknown;
  /** True where it stands for the frame too, or for a screen without one. */
  isWholePage: boolean;
  /** Called once the screen is there after all. */
  onLoaded: (screen: ComponentType) => void;
  /** Default: the browser's own. */
  reload?: () => void;
}

const isServerThere = (): Promise<boolean> =>
  ownFetch('/api/v1/health').then(
    () => true,
    (failure: unknown) => {
      console.info('The server does not answer', failure);
      return false;
    },
  );

/**
 * Tries again at once and when the connection is back. The button tries too, and reloads the page when the server answers but
 * the file still does not come: a browser may remember that it was not there.
 */
export function LateScreen(props: LateScreenProps) {
  const { load, failure, isWholePage, onLoaded, reload = () => location.reload() } = props;
  const errorId = useErrorNumber(failure);

  const attempt = useAttempts({ load, onLoaded });
  const press = async () => {
    if (!(await attempt()) && (await isServerThere())) reload();
  };
  return <FailurePlace errorId={errorId} isWholePage={isWholePage} onReload={() => void press()} />;
}
