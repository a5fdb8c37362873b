/** Global keyboard shortcuts: letters by the place of the key, signs by what the layout writes. */
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { tinykeys } from 'tinykeys';
import { IconButton } from '../design/Button.tsx';
import { lazyDialog } from '../design/lazyComponent.tsx';
import { dialogIsOpen } from '../design/rowKeys.ts';
import { from } from '../design/theme.ts';
import { paths } from './paths.ts';
import { useSingleKeys } from '../browser/keyboard.ts';

const ShortcutsDialog = lazyDialog(() =>
  import('./ShortcutsDialog.tsx').then((part) => part.ShortcutsDialog),
);

const searchField = () => document.querySelector<HTMLElement>('[role=search] [role=combobox]');

/** Focuses the field; the screen may be loading and focuses its heading first. */
function focusWhenThere(patienceMs = 3000): void {
  const field = searchField();
  if (field) setTimeout(() => field.focus(), 0);
  else if (patienceMs > 0) setTimeout(() => focusWhenThere(patienceMs - 50), 50);
}

/** Button for those who do not know the key. */
const Hint = styled.span`
  display: none;
  ${from.xl} {
    display: block;
  }
`;

/** Registers the shortcuts; renders a button for their list on wide screens. */
export function ShortcutKeys() {
  const { t } = useTranslation();
  const singleKeys = useSingleKeys();
  const navigate = useNavigate();
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never');

  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    const search = (event: KeyboardEvent) => {
      event.preventDefault();
      if (dialogIsOpen()) return;
      if (!searchField()) void navigate(paths.dashboard);
      focusWhenThere();
    };
    const showHelp = (event: KeyboardEvent) => {
      event.preventDefault();
      setHelp('open');
    };
    const stopModified = tinykeys(window, { '$mod+KeyK': search }, { ignore: () => false });
    const stopSingle = singleKeys
      ? tinykeys(window, {
          '[Shift]+/': search,
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
          size="small"
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
