/** Menu that shares a loadout: its link, and Telegram; one that only its owner reads is opened to colleagues first. */
import { Link2, Send, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Menu, MenuExternalLink, MenuItem } from '../../design/Menu.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutAddress, useCopyAddress } from '../../items/links.ts';
import type { LoadoutQuery } from './generated.ts';
import { titleOf } from './loadoutText.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

const telegramShare = (address: string, text: string): string =>
  `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${encodeURIComponent(text)}`;

export interface ShareMenuProps {
  loadout: LoadoutQuery['loadout'];
  onOpenToTeam: () => void;
}

export function ShareMenu({ loadout, onOpenToTeam }: ShareMenuProps) {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const copy = useCopyAddress();
  const address = loadoutAddress(loadout.id);
  return (
    <Menu
      trigger={
        <Button size="small" icon={<Send size={14} aria-hidden="true" />}>
          {t('tools.share')}
        </Button>
      }
    >
      {loadout.kind === 'personal' ? (
        <MenuItem icon={<Users {...icon} />} onSelect={onOpenToTeam}>
          {t('tools.openToTeam')}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<Link2 {...icon} />} onSelect={() => copy(address)}>
            {t('tools.link')}
          </MenuItem>
          <MenuExternalLink
            href={telegramShare(address, titleOf(loadout, language).text)}
            icon={<Send {...icon} />}
          >
            {t('tools.telegram')}
          </MenuExternalLink>
        </>
      )}
    </Menu>
  );
}
