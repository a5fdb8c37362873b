/** Menu of less frequent actions on the page of a service. */
import { ExternalLink, Flag, Layers, Mail, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuExternalLink, MenuItem } from '../design/Menu.tsx';
import type { FirstPress } from '../design/useLazyMenu.ts';
import { ItemMenuButton } from '../features/catalogue/ItemMenuButton.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

export interface ServiceMenuProps {
  label: string;
  firstPress: FirstPress;
  sourceUrl: string;
  onAddToLoadout: (() => void) | undefined;
  onReport: (() => void) | undefined;
  onWriteToAdmins: (() => void) | undefined;
}

export function ServiceMenu(props: ServiceMenuProps) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { label, firstPress, sourceUrl, onAddToLoadout, onReport, onWriteToAdmins } = props;
  return (
    <Menu firstPress={firstPress} trigger={<ItemMenuButton label={label} />}>
      <MenuExternalLink href={sourceUrl} icon={<ExternalLink {...icon} />}>
        {t('open')}
      </MenuExternalLink>
      {onAddToLoadout ? (
        <MenuItem icon={<Layers {...icon} />} onSelect={onAddToLoadout}>
          {t('menu.addToLoadout')}
        </MenuItem>
      ) : null}
      {onReport ? (
        <MenuItem icon={<Flag {...icon} />} onSelect={onReport}>
          {t('menu.report')}
        </MenuItem>
      ) : null}
      {onWriteToAdmins ? (
        <MenuItem icon={<Mail {...icon} />} onSelect={onWriteToAdmins}>
          {t('service:writeToAdmins')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Printer {...icon} />} onSelect={() => window.print()}>
        {t('service:print')}
      </MenuItem>
    </Menu>
  );
}
