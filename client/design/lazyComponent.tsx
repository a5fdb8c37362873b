/** Components whose files are loaded when they are first shown. A browser keeps a failed module until the page is reloaded. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useErrorNumber } from '../browser/useErrorNumber.ts';
import { ErrorFallback } from './ErrorFallback.tsx';
import { notify } from './notify.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;
type Failure = { reason: unknown } | null;

function late<Props extends object>(
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

function LostPart({ reason }: { reason: unknown }) {
  const { t } = useTranslation();
  return <ErrorFallback errorId={useErrorNumber(reason)} hint={t('error.partHint')} />;
}

/** A part in its place: `waiting` until it is there, the error with a reload when it does not come. */
export const latePart = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
): ComponentType<Props> => late(load, (failure) => (failure ? <LostPart {...failure} /> : waiting));

/** A part that nobody asked for: nothing stands in its place when it does not come. */
export const quietPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  late(load, () => null);

/** Tells that something which was asked for did not come, with a reload. */
export function notifyLostPart(t: TFunction, failure: unknown): void {
  console.error('A part of the page could not be loaded', failure);
  notify.error(t('error.title'), {
    id: 'lost-part',
    description: t('error.partHint'),
    duration: 'long',
    action: { label: t('actions.reload'), run: () => location.reload() },
  });
}

interface LateDialogProps {
  /** Default true. */
  open?: boolean;
  onClose: () => void;
}

function LostDialog({ reason, onClose }: { reason: unknown; onClose: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(() => {
      notifyLostPart(t, reason);
      onClose();
    });
    return () => clearTimeout(timer);
  }, [t, reason, onClose]);
  return null;
}

/** A dialog: when it does not come, a message says so and the dialog counts as closed. */
export const lateDialog = <Props extends LateDialogProps>(
  load: Load<Props>,
): ComponentType<Props> =>
  late(load, (failure, { open = true, onClose }) =>
    failure && open ? <LostDialog {...failure} onClose={onClose} /> : null,
  );
