/** Sort button; the key S cycles through the orders of the specification (section 4). */
import { useLayoutEffect, type Ref } from 'react';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { tinykeys } from 'tinykeys';
import { useSingleKeys } from '../../browser/keyboard.ts';
import { announce } from '../../design/Announcer.tsx';
import { Button, type ButtonProps } from '../../design/Button.tsx';
import { dialogIsOpen } from '../../design/rowKeys.ts';
import { useLazyMenu } from '../../design/useLazyMenu.ts';
import type { Sort } from './catalogueUrl.ts';
import { sortKey, type OrderedList } from './sortOptions.ts';

const following: Partial<Record<Sort, Sort>> = { desc: 'asc', asc: 'none' };

const loadMenu = () => import('./SortMenu.tsx').then((part) => part.SortMenu);

/** The button, the same before and after its menu is loaded. */
function SortTrigger({
  order,
  ...rest
}: ButtonProps & { order: string; ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation('dashboard');
  return (
    <Button
      {...rest}
      size="small"
      data-sort=""
      icon={<ArrowDownWideNarrow size={16} aria-hidden="true" />}
      aria-label={t('sort.label', { order })}
    >
      <span>{order}</span>
    </Button>
  );
}

export interface SortButtonProps extends OrderedList {
  /** The order that was chosen last, also before it is shown. */
  newestSort: () => Sort;
  onChange: (sort: Sort) => void;
}

export function SortButton({ newestSort, onChange, ...list }: SortButtonProps) {
  const singleKeys = useSingleKeys();
  const { sort, isSearched } = list;
  const { t } = useTranslation('dashboard');
  const menu = useLazyMenu(loadMenu);
  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    if (!singleKeys) return undefined;
    return tinykeys(window, {
      KeyS: () => {
        if (dialogIsOpen()) return;
        const next = following[newestSort()] ?? 'desc';
        onChange(next);
        announce(t('sort.label', { order: t(sortKey(next, { isSearched })) }));
      },
    });
  }, [singleKeys, newestSort, isSearched, onChange, t]);
  const order = t(sortKey(sort, list));
  const keys = singleKeys ? { 'aria-keyshortcuts': 's' } : {};
  return menu.opened ? (
    <menu.opened.Menu
      {...list}
      trigger={<SortTrigger order={order} {...keys} />}
      firstPress={menu.opened.firstPress}
      onChange={onChange}
    />
  ) : (
    <SortTrigger order={order} {...keys} {...menu.buttonProps} />
  );
}
