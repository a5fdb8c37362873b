/** Components whose files are loaded when they are first shown. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useErrorId, ErrorFallback } from './ErrorFallback.tsx';
import { notify } from './notify.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;
type Failure = { reason: unknown } | null;

function createLazy<Props extends object>(
  load: Load<Props>,
  show: (failure: Failure, props: Props) => ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Late(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<Failure>(null);
    useEffect(() => {
      if (Loaded) return undefined;
      let isShown = true;
      load().then(
        (part) => {
          loaded = part;
          if (isShown) setLoaded(() => part);
        },
        (reason: unknown) => {
          if (isShown) setFailure({ reason });
        },
      );
      return () => {
        isShown = false;
      };
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : show(failure, props);
  };
}

function LoadFailure({ reason }: { reason: unknown }) {
  const { t } = useTranslation();
  return <ErrorFallback errorId={useErrorId(reason)} hint={t('error.partHint')} />;
}

/** A part in its place: `waiting` until it is there, the error with a reload when it does not come. */
export const lazyComponent = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> =>
  createLazy(load, (failure) => (failure ? <LoadFailure {...failure} /> : waiting));

/** A part that nobody asked for: nothing stands in its place when it does not come. */
export const optionalLazyComponent = <Props extends object>(
  load: Load<Props>,
): ComponentType<Props> => createLazy(load, () => null);

/** Tells that something which was asked for did not come, with a reload. */
export function notifyLoadFailure(t: TFunction, failure: unknown): void {
  console.error('A part of the page could not be loaded', failure);
  notify.error(t('error.title'), {
    id: 'lost-part',
    description: t('error.partHint'),
    duration: 'long',
    action: { label: t('actions.reload'), run: () => location.reload() },
  });
}

interface LazyDialogProps {
  /** Default true. */
  open?: boolean;
  onClose: () => void;
}

function FailedDialog({ reason, onClose }: { reason: unknown; onClose: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => {
      notifyLoadFailure(t, reason);
      onClose();
    });
    return () => clearTimeout(timer);
  }, [t, reason, onClose]);
  return null;
}

/** A dialog: when it does not come, a message says so and the dialog counts as closed. */
export const lazyDialog = <Props extends LazyDialogProps>(
  load: Load<Props>,
): ComponentType<Props> =>
  createLazy(load, (failure, { open = true, onClose }) =>
    failure && open ? <FailedDialog {...failure} onClose={onClose} /> : null,
  );
