/** The avatar in the header. Its menu is loaded when the page is idle, or at the first touch. */
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { whenIdle } from '../browser/whenIdle.ts';
import { AvatarButton } from '../design/AvatarButton.tsx';
import type { AccountMenuProps } from './AccountMenu.tsx';
import { useNewReports } from './useNewReports.ts';

type Menu = ComponentType<AccountMenuProps>;

export function AccountPlace() {
  const { t } = useTranslation();
  const user = useSignedInUser();
  const reports = useNewReports();
  const [Menu, setMenu] = useState<Menu | null>(null);
  const [touched, setTouched] = useState(false);
  const load = useCallback(
    () => void import('./AccountMenu.tsx').then((part) => setMenu(() => part.AccountMenu)),
    [],
  );
  useEffect(() => whenIdle(load), [load]);

  const label = reports > 0 ? t('account.menuWithReports', { count: reports }) : t('account.menu');
  if (Menu) return <Menu label={label} reports={reports} openAtOnce={touched} />;
  return (
    <AvatarButton
      name={user.name}
      avatarUrl={user.avatarUrl}
      label={label}
      count={reports}
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => {
        setTouched(true);
        load();
      }}
    />
  );
}
