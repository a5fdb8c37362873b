/**
 * Parts of a screen that are loaded when they are wanted. A file that does not come costs its part alone: the page
 * around it stays as it is, with all that was typed.
 */
import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { useAttempts } from '../browser/useAttempts.ts';
import type { Late } from './LateFailure.tsx';

export type Load<Props> = () => Promise<ComponentType<Props>>;

interface ComingProps<Props> {
  load: Load<Props>;
  onLoaded: (part: ComponentType<Props>) => void;
  /** Whether a try that nobody pressed for would be no nuisance now. */
  mayTry?: (() => boolean) | undefined;
  children: (late: Late) => ReactNode;
}

function Coming<Props>({ load, onLoaded, mayTry, children }: ComingProps<Props>) {
  const [failure, setFailure] = useState<Late['failure']>(null);
  const onFailed = useCallback((reason: unknown) => setFailure({ reason }), []);
  const attempt = useAttempts({ load, onLoaded, onFailed, mayTry });
  return children({ failure, attempt });
}

/** The part in its place, once it is there; until then what `coming` shows. */
export function partOf<Props extends object>(
  load: Load<Props>,
  coming: (late: Late, props: Props) => ReactNode,
  mayTry?: () => boolean,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const keep = useCallback((part: ComponentType<Props>) => {
      loaded = part;
      setLoaded(() => part);
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return (
      <Coming load={load} onLoaded={keep} mayTry={mayTry}>
        {(late) => coming(late, props)}
      </Coming>
    );
  };
}
