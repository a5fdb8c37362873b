/** The list of orders, one of them chosen. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuRadio } from '../../design/Menu.tsx';
import type { FirstPress } from '../../design/useLaterMenu.ts';
import type { Sort } from './catalogueUrl.ts';

/** In the order in which the specification goes round (section 4). */
const sorts = ['desc', 'asc', 'none'] as const satisfies readonly Sort[];

export interface SortMenuProps {
  sort: Sort;
  trigger: ReactElement<Record<string, unknown>>;
  /** How the button was pressed that stood here before. */
  firstPress: FirstPress;
  onChange: (sort: Sort) => void;
}

export function SortMenu({ sort, trigger, firstPress, onChange }: SortMenuProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Menu trigger={trigger} firstPress={firstPress}>
      {sorts.map((value) => (
        <MenuRadio
          key={value}
          value={value}
          checked={value === sort}
          onChoose={() => onChange(value)}
        >
          {t(`sort.${value}`)}
        </MenuRadio>
      ))}
    </Menu>
  );
}
