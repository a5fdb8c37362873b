/** The keys that work on every signed-in screen, by their place on the keyboard: a Russian layout is no obstacle. */
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { tinykeys } from 'tinykeys';
import { IconButton } from '../design/IconButton.tsx';
import { lateDialog } from '../design/lazyComponent.tsx';
import { from } from '../design/theme.ts';
import { paths } from './paths.ts';
import { useSingleKeys } from './singleKeys.ts';

const ShortcutsDialog = lateDialog(() =>
  import('./ShortcutsDialog.tsx').then((part) => part.ShortcutsDialog),
);

const searchField = () => document.querySelector<HTMLElement>('[role=search] [role=combobox]');
const dialogIsOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** The screen may still be on its way; it puts the focus on its heading first. */
function focusWhenThere(patienceMs = 3000): void {
  const field = searchField();
  if (field) setTimeout(() => field.focus(), 0);
  else if (patienceMs > 0) setTimeout(() => focusWhenThere(patienceMs - 50), 50);
}

/** Where there is room, the list can be found without knowing its key. */
const Hint = styled.span`
  display: none;
  ${from.xl} {
    display: block;
  }
`;

/** Stands in the header, with a button for the list of keys on wide screens. */
export function ShortcutKeys() {
  const { t } = useTranslation();
  const singleKeys = useSingleKeys();
  const navigate = useNavigate();
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never');

  // With what is seen: a key that is pressed at once is heard.
  useLayoutEffect(() => {
    const goToSearch = async (event: KeyboardEvent) => {
      event.preventDefault();
      if (dialogIsOpen()) return;
      if (!searchField()) await navigate(paths.dashboard);
      focusWhenThere();
    };
    const search = (event: KeyboardEvent) => void goToSearch(event);
    const showHelp = (event: KeyboardEvent) => {
      event.preventDefault();
      setHelp('open');
    };
    const stopModified = tinykeys(window, { '$mod+KeyK': search }, { ignore: () => false });
    const stopSingle = singleKeys
      ? tinykeys(window, {
          Slash: search,
          '[Shift]+/': search,
          'Shift+Slash': showHelp,
          '[Shift]+?': showHelp,
        })
      : () => undefined;
    return () => {
      stopModified();
      stopSingle();
    };
  }, [singleKeys, navigate]);

  return (
    <>
      <Hint>
        <IconButton
          label={t('shortcuts.title')}
          icon={<kbd aria-hidden="true">?</kbd>}
          variant="ghost"
          aria-haspopup="dialog"
          onClick={() => setHelp('open')}
        />
      </Hint>
      {help === 'never' ? null : (
        <ShortcutsDialog open={help === 'open'} onClose={() => setHelp('closed')} />
      )}
    </>
  );
}
