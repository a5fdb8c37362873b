/** A menu that is loaded when its button is pressed for the first time; the button stays, with the focus, until then. */
import { useState, type ComponentType, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyLostPart } from './lazyComponent.tsx';

/** How the button was pressed: with a key the first entry has the focus, otherwise the menu as a whole. */
export type FirstPress = 'key' | 'pointer';

interface LaterMenu<Props> {
  /** What takes the place of the button once it has been pressed and the menu is there. */
  opened: { Menu: ComponentType<Props>; firstPress: FirstPress } | null;
  /** For the button until then. */
  buttonProps: {
    'aria-haspopup': 'menu';
    'aria-expanded': false;
    onClick: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

export function useLaterMenu<Props>(load: () => Promise<ComponentType<Props>>): LaterMenu<Props> {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<LaterMenu<Props>['opened']>(null);
  const open = (firstPress: FirstPress) => {
    void load().then(
      (Menu) => setOpened({ Menu, firstPress }),
      (failure: unknown) => notifyLostPart(t, failure),
    );
  };
  return {
    opened,
    buttonProps: {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      // The click that a key makes has no count of clicks.
      onClick: ({ detail }) => open(detail === 0 ? 'key' : 'pointer'),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        open('key');
      },
    },
  };
}
