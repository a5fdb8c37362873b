/** Menu of sort orders. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuRadio } from '../../design/Menu.tsx';
import type { FirstPress } from '../../design/useLazyMenu.ts';
import type { Sort } from './catalogueUrl.ts';
import { markedSort, offeredSorts, sortKey, type OrderedList } from './sortOptions.ts';

export interface SortMenuProps extends OrderedList {
  trigger: ReactElement<Record<string, unknown>>;
  /** Kind of the press that loaded the menu. */
  firstPress: FirstPress;
  onChange: (sort: Sort) => void;
}

export function SortMenu({ trigger, firstPress, onChange, ...list }: SortMenuProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Menu trigger={trigger} firstPress={firstPress}>
      {offeredSorts(list).map((value) => (
        <MenuRadio
          key={value}
          value={value}
          checked={value === markedSort(list)}
          onChoose={() => onChange(value)}
        >
          {t(sortKey(value, list))}
        </MenuRadio>
      ))}
    </Menu>
  );
}
