/** Actions on a loadout: copy, share, print, and what its owner and approvers may do. */
import {
  BadgeCheck,
  Copy,
  Ellipsis,
  Pencil,
  Printer,
  Trash2,
  Link2,
  Send,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button, IconButton } from '../../design/Button.tsx';
import { Menu, MenuItem, MenuExternalLink } from '../../design/Menu.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutAddress, useCopyAddress } from '../../items/links.ts';
import type { LoadoutQuery } from './generated.ts';
import { titleOf } from './loadoutText.ts';
import { useLoadoutActions } from './useLoadoutActions.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

const telegramShare = (address: string, text: string): string =>
  `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${encodeURIComponent(text)}`;

interface ShareMenuProps {
  loadout: LoadoutQuery['loadout'];
  onOpenToTeam: () => void;
}

/** Menu that shares a loadout: its link, and Telegram; one that only its owner reads is opened to colleagues first. */
function ShareMenu({ loadout, onOpenToTeam }: ShareMenuProps) {
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

const smallIcon = { size: 14, 'aria-hidden': true } as const;

interface LoadoutToolsProps {
  loadout: LoadoutQuery['loadout'];
  /** Path of all loadouts. */
  listPath: string;
}

export function LoadoutTools({ loadout, listPath }: LoadoutToolsProps) {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const actions = useLoadoutActions(loadout, listPath);
  const { mayEdit, mayMakeOfficial, mayMakeOfficialForAll, kind, company } = loadout;
  return (
    <>
      {mayEdit ? (
        <Button
          size="small"
          icon={<Pencil {...smallIcon} />}
          data-no-print=""
          onClick={() => void navigate('?edit')}
        >
          {t('tools.edit')}
        </Button>
      ) : null}
      <Button
        size="small"
        icon={<Copy {...smallIcon} />}
        data-no-print=""
        busy={actions.isCopying}
        onClick={actions.copy}
      >
        {t('tools.copy')}
      </Button>
      <ShareMenu loadout={loadout} onOpenToTeam={() => actions.setKind('team')} />
      <Menu
        trigger={
          <IconButton
            size="small"
            label={t('tools.more', { title: titleOf(loadout, language).text })}
            icon={<Ellipsis {...icon} />}
          />
        }
      >
        <MenuItem icon={<Printer {...icon} />} onSelect={() => window.print()}>
          {t('tools.print')}
        </MenuItem>
        {mayMakeOfficial ? (
          <MenuItem
            icon={<BadgeCheck {...icon} />}
            onSelect={() => actions.setKind(kind === 'official' ? 'team' : 'official')}
          >
            {t(kind === 'official' ? 'tools.unmarkOfficial' : 'tools.markOfficial')}
          </MenuItem>
        ) : null}
        {mayMakeOfficialForAll && !(kind === 'official' && company === null) ? (
          <MenuItem
            icon={<BadgeCheck {...icon} />}
            onSelect={() => actions.setKind('official', true)}
          >
            {t('tools.markOfficialForAll')}
          </MenuItem>
        ) : null}
        {mayEdit ? (
          <MenuItem danger icon={<Trash2 {...icon} />} onSelect={actions.remove}>
            {t('tools.delete')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  );
}
