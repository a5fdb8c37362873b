/** Menu of less frequent actions on an item. */
import {
  Copy,
  ExternalLink,
  Flag,
  Layers,
  MessageSquareText,
  Pencil,
  Scale,
  Settings2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuCheckbox, MenuExternalLink, MenuItem } from '../../design/Menu.tsx';
import type { FirstPress } from '../../design/useLazyMenu.ts';
import { useCopyLink } from '../../items/links.ts';
import type { CardItem, CardSlots } from './cardSlots.ts';
import { ItemMenuButton } from './ItemMenuButton.tsx';

export interface ItemMenuProps {
  label: string;
  /** Kind of the press that loaded the menu. */
  firstPress: FirstPress;
  item: CardItem;
  compareEntry?: CardSlots['compareEntry'];
  onOpenUseCases?: (() => void) | undefined;
  onAddToLoadout?: (() => void) | undefined;
  onReport?: (() => void) | undefined;
  onOpenAdmin?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
}

export function ItemMenu(props: ItemMenuProps) {
  const { t } = useTranslation('dashboard');
  const copy = useCopyLink();
  return (
    <Menu firstPress={props.firstPress} trigger={<ItemMenuButton label={props.label} />}>
      <MenuExternalLink
        href={props.item.sourceUrl}
        icon={<ExternalLink size={18} aria-hidden="true" />}
      >
        {t('open')}
      </MenuExternalLink>
      {props.onOpenUseCases ? (
        <MenuItem
          icon={<MessageSquareText size={18} aria-hidden="true" />}
          onSelect={props.onOpenUseCases}
        >
          {t('menu.useCases')}
        </MenuItem>
      ) : null}
      {props.compareEntry?.(props.item, ({ isPicked, toggle }) => (
        <MenuCheckbox
          icon={<Scale size={18} aria-hidden="true" />}
          checked={isPicked}
          onChange={toggle}
          hides
        >
          {t('compare.toggle')}
        </MenuCheckbox>
      ))}
      {props.onAddToLoadout ? (
        <MenuItem icon={<Layers size={18} aria-hidden="true" />} onSelect={props.onAddToLoadout}>
          {t('menu.addToLoadout')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Copy size={18} aria-hidden="true" />} onSelect={() => copy(props.item.id)}>
        {t('menu.copyLink')}
      </MenuItem>
      {props.onReport ? (
        <MenuItem icon={<Flag size={18} aria-hidden="true" />} onSelect={props.onReport}>
          {t('menu.report')}
        </MenuItem>
      ) : null}
      {props.onEdit ? (
        <MenuItem icon={<Pencil size={18} aria-hidden="true" />} onSelect={props.onEdit}>
          {t('menu.edit')}
        </MenuItem>
      ) : null}
      {props.onOpenAdmin ? (
        <MenuItem icon={<Settings2 size={18} aria-hidden="true" />} onSelect={props.onOpenAdmin}>
          {t('menu.admin')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
