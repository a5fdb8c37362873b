/**
 * The order of the catalogue: the button says what is chosen and opens a list of all. The key S goes round as
 * specified (section 4): popular first, popular last, by title.
 */
import { useEffect, type Ref } from 'react';
import { ArrowDownUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { tinykeys } from 'tinykeys';
import { announce } from '../../design/Announcer.tsx';
import { Button, type ButtonProps } from '../../design/Button.tsx';
import { dialogIsOpen } from '../../design/rowKeys.ts';
import { useLaterMenu } from '../../design/useLaterMenu.ts';
import type { Sort } from './catalogueUrl.ts';

const following: Record<Sort, Sort> = { desc: 'asc', asc: 'none', none: 'desc' };

const loadMenu = () => import('./SortMenu.tsx').then((part) => part.SortMenu);

/** The button, the same before and after its menu is loaded. */
function SortTrigger({
  sort,
  ...rest
}: ButtonProps & { sort: Sort; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Button
      {...rest}
      icon={<ArrowDownUp size={16} aria-hidden="true" />}
      aria-label={t('sort.label', { order: t(`sort.${sort}`) })}
    >
      {t(`sort.${sort}`)}
    </Button>
  );
}

export interface SortButtonProps {
  sort: Sort;
  /** Whether shortcuts of one character work. */
  singleKeys: boolean;
  onChange: (sort: Sort) => void;
}

export function SortButton({ sort, singleKeys, onChange }: SortButtonProps) {
  const { t } = useTranslation('dashboard');
  const menu = useLaterMenu(loadMenu);
  useEffect(() => {
    if (!singleKeys) return undefined;
    return tinykeys(window, {
      KeyS: () => {
        if (dialogIsOpen()) return;
        const next = following[sort];
        onChange(next);
        announce(t('sort.label', { order: t(`sort.${next}`) }));
      },
    });
  }, [singleKeys, sort, onChange, t]);
  const keys = singleKeys ? { 'aria-keyshortcuts': 's' } : {};
  return menu.opened ? (
    <menu.opened.Menu
      sort={sort}
      trigger={<SortTrigger sort={sort} {...keys} />}
      firstPress={menu.opened.firstPress}
      onChange={onChange}
    />
  ) : (
    <SortTrigger sort={sort} {...keys} {...menu.buttonProps} />
  );
}
