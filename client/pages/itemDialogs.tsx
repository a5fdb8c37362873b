/**
 * The dialogs about one item, by their names in the address: `?dialog=report&item=12`. A card shows
 * the button of a dialog only when it has a row here.
 */
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lateDialog } from '../design/lazyComponent.tsx';
import type { CardSlots } from '../features/catalogue/ItemCard.tsx';
import { useIsInTime } from '../design/useTimeout.ts';
import { TitleHasPlace, useItemTitle } from '../items/useItemTitle.ts';
import { usePlaceOfOpener } from './useOpenerPosition.ts';

interface ItemDialogProps {
  itemId: string;
  /** There is no such service for the reader; said to the use cases alone, of which one may have been begun. */
  wasGone?: boolean;
  onClose: () => void;
  /** Opens another dialog about the item, about the given part of it; closing that one leads back to this. */
  onOpen: (dialog: ItemDialogName, about?: string) => void;
}

type ItemDialogName =
  'useCases' | 'experts' | 'access' | 'report' | 'admin' | 'edit' | 'history' | 'rules';
export type ItemDialogs = Partial<Record<ItemDialogName, ComponentType<ItemDialogProps>>>;

/** One row per dialog; load it with `lateDialog`. */
const itemDialogs: ItemDialogs = {
  useCases: lateDialog(() =>
    import('../features/useCases/UseCasesDialog.tsx').then((part) => part.UseCasesDialog),
  ),
  experts: lateDialog(() =>
    import('../features/experts/ExpertsDialog.tsx').then((part) => part.ExpertsDialog),
  ),
  access: lateDialog(() =>
    import('../features/access/AccessDialog.tsx').then((part) => part.AccessDialog),
  ),
  report: lateDialog(() =>
    import('../features/complaints/ReportDialog.tsx').then((part) => part.ReportDialog),
  ),
  admin: lateDialog(() =>
    import('../features/catalogue/ItemControls.tsx').then((part) => part.ItemControls),
  ),
  edit: lateDialog(() =>
    import('../features/curation/EditDialog.tsx').then((part) => part.EditDialog),
  ),
  history: lateDialog(() =>
    import('../features/curation/HistoryDialog.tsx').then((part) => part.HistoryDialog),
  ),
  rules: lateDialog<ItemDialogProps>(async () => {
    const [part, { loadWords }] = await Promise.all([
      import('../features/dataRules/ServiceRuleDialog.tsx'),
      import('../i18n/loadTexts.ts'),
    ]);
    await loadWords('service', 'rules');
    return part.ServiceRuleDialog;
  }),
};

const GoneItemDialog = lateDialog(() =>
  import('../items/RemovedItemDialog.tsx').then((part) => part.GoneItemDialog),
);

/** Those for admins; for anybody else they do not exist. */
const forAdmins = new Set<string>(['admin', 'edit', 'history', 'rules'] satisfies ItemDialogName[]);

type DialogSlots = Pick<CardSlots, 'onOpenExperts' | 'onReport'> & {
  /** Named after an own use case, it begins in the text of that one. */
  onOpenUseCases?: ((item: { id: string }, useCaseId?: string) => void) | undefined;
  /** The request begins with the question, where there is one. */
  onRequestAccess?: ((item: { id: string }, question?: string) => void) | undefined;
  /** Needs no more than the item’s id. */
  onOpenAdmin?: ((item: { id: string }) => void) | undefined;
  /** Named after a kind of report, it is about those reports. */
  onEdit?: ((item: { id: string }, about?: string) => void) | undefined;
  onHistory?: ((item: { id: string }) => void) | undefined;
  onRules?: ((item: { id: string }) => void) | undefined;
};

/**
 * A dialog opens once the title is there, or cannot come; after a second it opens without it and stays so: later it would push
 * everything below from under the pointer.
 */
function WithTitle({
  itemId,
  gone,
  children,
}: {
  itemId: string;
  /** What opens where there is no such service. */
  gone: ReactNode;
  children: ReactNode;
}) {
  const { isComing, isGone } = useItemTitle(itemId);
  const isInTime = useIsInTime(isComing);
  // Once it is open it stays, with what was typed in it.
  const [wasGone, setWasGone] = useState<boolean | null>(null);
  if (wasGone === null && isInTime !== null) setWasGone(isGone);
  if (wasGone) return gone;
  return isInTime === null ? null : <TitleHasPlace value={isInTime}>{children}</TitleHasPlace>;
}

export interface OpenDialogs {
  /** What the cards call; undefined where there is no dialog. */
  slots: DialogSlots;
  /** The open dialog, or null. */
  dialog: ReactNode;
}

/** The dialog that the address names. Opening is a step for the Back button, which closes it again. */
export function useItemDialogs(isAdmin: boolean, dialogs: ItemDialogs = itemDialogs): OpenDialogs {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const name = params.get('dialog');
  const itemId = params.get('item');
  const noteOpener = usePlaceOfOpener(name !== null);
  // Read when a button is pressed: a step to another address is no reason to render all cards again.
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
        { preventScrollReset: true, state: { openedHere: true, about } },
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
    // What was opened here is closed by going back; a shared address has nowhere to go back to.
    if ((state as { openedHere?: boolean } | null)?.openedHere) return void navigate(-1);
    const next = new URLSearchParams(search);
    next.delete('dialog');
    next.delete('item');
    return void navigate(
      { pathname, search: next.size > 0 ? `?${next}` : '' },
      { preventScrollReset: true, replace: true },
    );
  }, [navigate, pathname, search, state]);

  const slots = useMemo<DialogSlots>(() => {
    const slot = (dialog: ItemDialogName) =>
      dialogs[dialog]
        ? (item: { id: string }, about?: string) => open(dialog, item, about)
        : undefined;
    return {
      onOpenUseCases: slot('useCases'),
      onOpenExperts: slot('experts'),
      onRequestAccess: slot('access'),
      onReport: slot('report'),
      onOpenAdmin: isAdmin ? slot('admin') : undefined,
      onEdit: isAdmin ? slot('edit') : undefined,
      onHistory: isAdmin ? slot('history') : undefined,
      onRules: isAdmin ? slot('rules') : undefined,
    };
  }, [dialogs, isAdmin, open]);

  const Dialog =
    name && Object.hasOwn(dialogs, name) && (isAdmin || !forAdmins.has(name))
      ? dialogs[name as ItemDialogName]
      : undefined;
  const about = (wasGone: boolean) =>
    Dialog && itemId ? (
      <Dialog
        itemId={itemId}
        wasGone={wasGone}
        onClose={close}
        onOpen={(another, part) => step(another, itemId, part)}
      />
    ) : null;
  const dialog =
    Dialog && itemId ? (
      <WithTitle
        key={`${name} ${itemId}`}
        itemId={itemId}
        gone={name === 'useCases' ? about(true) : <GoneItemDialog onClose={close} />}
      >
        {about(false)}
      </WithTitle>
    ) : null;
  return { slots, dialog };
}
