/** Parts of a card that the page provides, and the service that it shows. */
import type { ReactNode } from 'react';
import type { CardRequestFragment, KnowledgeCardFragment } from '../../generated.ts';

export type OnItem = (item: KnowledgeCardFragment) => void;

/** A missing callback removes its button. */
export interface CardSlots {
  /** The name of the reader's company; null without one. */
  company: string | null;
  /** The key of that company, whose ribbon is shown. */
  companyKey?: string | null;
  /** The avatars of the experts. */
  experts?: (item: KnowledgeCardFragment) => ReactNode;
  /** Shows, in the menu, whether it is picked to be compared. */
  compareEntry?: (
    item: KnowledgeCardFragment,
    show: (state: { isPicked: boolean; toggle: () => void }) => ReactNode,
  ) => ReactNode;
  /** Leads to the comparison with what is picked; nothing before. */
  compareLink?: (item: KnowledgeCardFragment) => ReactNode;
  onOpenUseCases?: OnItem | undefined;
  onOpenExperts?: OnItem | undefined;
  onRequestAccess?: OnItem | undefined;
  onAddToLoadout?: OnItem | undefined;
  onReport?: OnItem | undefined;
  /** For admins: visibility and notes. */
  onOpenAdmin?: OnItem | undefined;
  onEdit?: OnItem | undefined;
}

/** A service as a card shows it; the access request may be loaded later. */
export type CardItem = KnowledgeCardFragment &
  Partial<Pick<CardRequestFragment, 'myAccessRequest'>>;
