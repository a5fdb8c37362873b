/** Menu of further actions on an item of the list; loaded at the first press. */
import { useTranslation } from 'react-i18next';
import { useLazyMenu } from '../../design/useLazyMenu.ts';
import type { CardItem, CardSlots, OnItem } from './cardSlots.ts';
import { ItemMenuButton } from './ItemMenuButton.tsx';

const loadMenu = () => import('./ItemMenu.tsx').then((part) => part.ItemMenu);

export interface CardMenuProps {
  item: CardItem;
  slots: CardSlots;
  title: string;
}

export function CardMenu({ item, slots, title }: CardMenuProps) {
  const { t } = useTranslation('dashboard');
  const menu = useLazyMenu(loadMenu);
  const label = t('menu.label', { title });
  const on = (slot: OnItem | undefined) => slot && (() => slot(item));
  if (!menu.opened) return <ItemMenuButton label={label} {...menu.buttonProps} />;
  return (
    <menu.opened.Menu
      label={label}
      firstPress={menu.opened.firstPress}
      item={item}
      compareEntry={slots.compareEntry}
      onOpenUseCases={on(slots.onOpenUseCases)}
      onAddToLoadout={on(slots.onAddToLoadout)}
      onReport={on(slots.onReport)}
      onOpenAdmin={on(slots.onOpenAdmin)}
      onEdit={on(slots.onEdit)}
    />
  );
}
