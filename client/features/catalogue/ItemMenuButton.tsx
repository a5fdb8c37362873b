/** Button of an item's menu, used before and after the menu is loaded. */
import { Ellipsis } from 'lucide-react';
import { IconButton, type IconButtonProps } from '../../design/Button.tsx';

export const ItemMenuButton = (props: Omit<IconButtonProps, 'icon' | 'variant'>) => (
  <IconButton {...props} variant="ghost" icon={<Ellipsis size={18} aria-hidden="true" />} />
);
