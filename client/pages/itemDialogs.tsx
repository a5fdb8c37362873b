/** Dialogs about one item, named in the address: `?dialog=report&item=12`. The focus returns to their opener. */
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useEffect,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyDialog } from '../design/lazyComponent.tsx';
import type { CardSlots } from '../features/catalogue/cardSlots.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { useArrivalDeadline } from '../design/useArrivalDeadline.ts';
import { ShowsItemTitle, useItemTitle } from '../items/useItemTitle.ts';

/** Returns a function that remembers the focused element; `isOpen` tells whether the dialog is open. */
function useOpenerPosition(isOpen: boolean): () => void {
  const opener = useRef<{ element: Element; parent: Element; place: number } | null>(null);
  const wasOpen = useRef(isOpen);
  // Runs after every rendering: the opener may be removed after the dialog.
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (isOpen || !opener.current) return;
    const { element, parent, place } = opener.current;
    if (element.isConnected) {
      const isLost = hasClosed && document.activeElement === document.body;
      if (isLost && element instanceof HTMLElement) element.focus();
      return;
    }
    opener.current = null;
    const next = parent.children[place];
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus();
  });
  return useCallback(() => {
    const element = document.activeElement;
    const parent = element?.parentElement;
    opener.current =
      element && parent ? { element, parent, place: [...parent.children].indexOf(element) } : null;
  }, []);
}

interface ItemDialogProps {
  itemId: string;
  /** Whether the service no longer exists; passed to the use cases, which may have a draft. */
  isRemoved?: boolean;
  onClose: () => void;
  /** Opens another dialog about the item; closing it leads back. */
  onOpen: (dialog: ItemDialogName, about?: string) => void;
}

type ItemDialogName =
  'useCases' | 'experts' | 'access' | 'report' | 'loadout' | 'admin' | 'edit' | 'history' | 'rules';
type ItemDialogs = Partial<Record<ItemDialogName, ComponentType<ItemDialogProps>>>;

/** One row per dialog, loaded with `lazyDialog`. */
const itemDialogs: ItemDialogs = {
  useCases: lazyDialog(() =>
    import('../features/useCases/UseCasesDialog.tsx').then((part) => part.UseCasesDialog),
  ),
  experts: lazyDialog(() => import('./ItemExperts.tsx').then((part) => part.ItemExperts)),
  access: lazyDialog(() => import('./RequestAccess.tsx').then((part) => part.RequestAccess)),
  report: lazyDialog(() =>
    import('../features/complaints/ComplaintDialog.tsx').then((part) => part.ComplaintDialog),
  ),
  loadout: lazyDialog(() =>
    Promise.all([
      import('../features/loadouts/AddToLoadoutDialog.tsx'),
      loadTexts('loadouts'),
    ]).then(([part]) => part.AddToLoadoutDialog),
  ),
  admin: lazyDialog(() =>
    import('../features/itemControls/ItemControls.tsx').then((part) => part.ItemControls),
  ),
  edit: lazyDialog(() =>
    import('../features/curation/EditDialog.tsx').then((part) => part.EditDialog),
  ),
  history: lazyDialog(() =>
    import('../features/curation/HistoryDialog.tsx').then((part) => part.HistoryDialog),
  ),
  rules: lazyDialog<ItemDialogProps>(async () => {
    const [part] = await Promise.all([
      import('../features/dataRules/ServiceRuleDialog.tsx'),
      loadTexts('service', 'rules'),
    ]);
    return part.ServiceRuleDialog;
  }),
};

const RemovedItemDialog = lazyDialog(() =>
  import('../items/RemovedItemDialog.tsx').then((part) => part.RemovedItemDialog),
);

/** Dialogs for admins only. */
const forAdmins = new Set<string>(['admin', 'edit', 'history', 'rules'] satisfies ItemDialogName[]);

type DialogSlots = Pick<CardSlots, 'onOpenExperts' | 'onAddToLoadout'> & {
  /** With a complaint type that is chosen already. */
  onReport?: ((item: { id: string }, complaintType?: string) => void) | undefined;
  /** With an own use case it starts in its text. */
  onOpenUseCases?: ((item: { id: string }, useCaseId?: string) => void) | undefined;
  /** The request starts with the question, if given. */
  onRequestAccess?: ((item: { id: string }, question?: string) => void) | undefined;
  /** Needs no more than the item’s id. */
  onOpenAdmin?: ((item: { id: string }) => void) | undefined;
  /** With a complaint type it is about those complaints. */
  onEdit?: ((item: { id: string }, about?: string) => void) | undefined;
  onHistory?: ((item: { id: string }) => void) | undefined;
  onRules?: ((item: { id: string }) => void) | undefined;
};

/**
 * Opens the dialog once the title has loaded or failed; after a second it opens without the title, which would shift the
 * content later.
 */
function WithTitle({
  itemId,
  gone,
  children,
}: {
  itemId: string;
  /** Shown when the service does not exist for the reader. */
  gone: ReactNode;
  children: ReactNode;
}) {
  const { isComing, isGone } = useItemTitle(itemId);
  const isInTime = useArrivalDeadline(isComing);
  // An open dialog stays, with the typed text.
  const [isRemoved, setIsRemoved] = useState<boolean | null>(null);
  if (isRemoved === null && isInTime !== null) setIsRemoved(isGone);
  if (isRemoved) return gone;
  return isInTime === null ? null : <ShowsItemTitle value={isInTime}>{children}</ShowsItemTitle>;
}

interface OpenDialogs {
  /** Callbacks for the cards; undefined where there is no dialog. */
  slots: DialogSlots;
  /** The open dialog, or null. */
  dialog: ReactNode;
}

/** The dialog in the address. Opening adds a history entry, so that Back closes it. */
export function useItemDialogs(isAdmin: boolean, dialogs: ItemDialogs = itemDialogs): OpenDialogs {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const name = params.get('dialog');
  const itemId = params.get('item');
  const noteOpener = useOpenerPosition(name !== null);
  // A ref, so that a navigation does not render all cards again.
  const latest = useRef({ pathname, search });
  useLayoutEffect(() => {
    latest.current = { pathname, search };
  }, [pathname, search]);

  const step = useCallback(
    (dialog: ItemDialogName, itemOf: string, about?: string) => {
      const next = new URLSearchParams(latest.current.search);
      next.set('dialog', dialog);
      next.set('item', itemOf);
      void navigate(
        { pathname: latest.current.pathname, search: `?${next}` },
        { state: { openedHere: true, about } },
      );
    },
    [navigate],
  );
  const open = useCallback(
    (dialog: ItemDialogName, item: { id: string }, about?: string) => {
      noteOpener();
      step(dialog, item.id, about);
    },
    [noteOpener, step],
  );
  const close = useCallback(() => {
    // A dialog opened here closes by going back; a shared address has no earlier entry.
    if ((state as { openedHere?: boolean } | null)?.openedHere) return void navigate(-1);
    const next = new URLSearchParams(search);
    next.delete('dialog');
    next.delete('item');
    return void navigate({ pathname, search: next.size > 0 ? `?${next}` : '' }, { replace: true });
  }, [navigate, pathname, search, state]);

  const slots = useMemo<DialogSlots>(() => {
    const slot = (dialog: ItemDialogName) =>
      dialogs[dialog]
        ? (item: { id: string }, about?: string) => open(dialog, item, about)
        : undefined;
    const adminSlot = (dialog: ItemDialogName) => (isAdmin ? slot(dialog) : undefined);
    return {
      onOpenUseCases: slot('useCases'),
      onOpenExperts: slot('experts'),
      onRequestAccess: slot('access'),
      onAddToLoadout: slot('loadout'),
      onReport: slot('report'),
      onOpenAdmin: adminSlot('admin'),
      onEdit: adminSlot('edit'),
      onHistory: adminSlot('history'),
      onRules: adminSlot('rules'),
    };
  }, [dialogs, isAdmin, open]);
  const Dialog =
    name && Object.hasOwn(dialogs, name) && (isAdmin || !forAdmins.has(name))
      ? dialogs[name as ItemDialogName]
      : undefined;
  const about = (isRemoved: boolean) =>
    Dialog && itemId ? (
      <Dialog
        itemId={itemId}
        isRemoved={isRemoved}
        onClose={close}
        onOpen={(another, part) => step(another, itemId, part)}
      />
    ) : null;
  const dialog =
    Dialog && itemId ? (
      <WithTitle
        key={`${name} ${itemId}`}
        itemId={itemId}
        gone={name === 'useCases' ? about(true) : <RemovedItemDialog onClose={close} />}
      >
        {about(false)}
      </WithTitle>
    ) : null;
  return { slots, dialog };
}
