/** Menu or popover that is loaded at the first press of its button. */
import { useState, type ComponentType, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyLoadFailure } from './lazyComponent.tsx';

/** Kind of the first press: after a key the first entry gets the focus, otherwise the menu. */
export type FirstPress = 'key' | 'pointer';

interface LazyMenu<Props> {
  /** The loaded menu or popover, which replaces the button. */
  opened: { Menu: ComponentType<Props>; firstPress: FirstPress } | null;
  /** Props of the button until then. */
  buttonProps: {
    'aria-haspopup': 'menu' | 'dialog';
    'aria-expanded': false;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

export function useLazyMenu<Props>(
  load: () => Promise<ComponentType<Props>>,
  popup: 'menu' | 'dialog' = 'menu',
): LazyMenu<Props> {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<LazyMenu<Props>['opened']>(null);
  const open = (firstPress: FirstPress) => {
    void load().then(
      (Menu) => setOpened({ Menu, firstPress }),
      (failure: unknown) => notifyLoadFailure(t, failure),
    );
  };
  return {
    opened,
    buttonProps: {
      'aria-haspopup': popup,
      'aria-expanded': false,
      // The click that a key makes has no count of clicks.
      onClick: ({ detail }) => open(detail === 0 ? 'key' : 'pointer'),
      onKeyDown: (event) => {
        if (popup !== 'menu' || event.key !== 'ArrowDown') return;
        event.preventDefault();
        open('key');
      },
    },
  };
}
