/** The keys that work on every signed-in screen, by their place on the keyboard: a Russian layout is no obstacle. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';
import { paths } from './paths.ts';
import { useSingleKeys } from './singleKeys.ts';

const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then((part) => ({ default: part.ShortcutsDialog })),
);

const searchField = () => document.querySelector<HTMLElement>('[role=search] [role=combobox]');
const dialogIsOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** The screen may still be on its way; it puts the focus on its heading first. */
function focusWhenThere(patienceMs = 3000): void {
  const field = searchField();
  if (field) setTimeout(() => field.focus(), 0);
  else if (patienceMs > 0) setTimeout(() => focusWhenThere(patienceMs - 50), 50);
}

export function ShortcutKeys() {
  const singleKeys = useSingleKeys();
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const [helpWasOpen, setHelpWasOpen] = useState(false);

  useEffect(() => {
    const goToSearch = async (event: KeyboardEvent) => {
      event.preventDefault();
      if (dialogIsOpen()) return;
      if (!searchField()) await navigate(paths.dashboard);
      focusWhenThere();
    };
    const search = (event: KeyboardEvent) => void goToSearch(event);
    const showHelp = (event: KeyboardEvent) => {
      event.preventDefault();
      setHelpWasOpen(true);
      setHelp(true);
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

  return helpWasOpen ? (
    <Suspense>
      <ShortcutsDialog open={help} onClose={() => setHelp(false)} />
    </Suspense>
  ) : null;
}
