/** Dialog that lists the keyboard shortcuts. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Switch } from '../design/Checkbox.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { color, space, type } from '../design/theme.ts';
import { setSingleKeys, useSingleKeys } from '../browser/keyboard.ts';

const List = styled.dl`
  div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space[4]};
    padding: ${space[2]} 0;
    border-bottom: 1px solid ${color.border};
  }
  dd {
    flex: none;
  }
`;

const Hint = styled.p`
  padding-top: ${space[3]};
  color: ${color.textMuted};
  ${type.sm}
`;

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const singleKeys = useSingleKeys();
  const rows: Array<[string, ReactNode]> = [
    [t('shortcuts.search'), <kbd key="slash">/</kbd>],
    [t('shortcuts.searchAnywhere'), <kbd key="k">{isMac ? '⌘ K' : 'Ctrl K'}</kbd>],
    [t('shortcuts.sort'), <kbd key="sort">S</kbd>],
    [t('shortcuts.cards'), <kbd key="cards">← ↑ ↓ → · PgUp / PgDn · Home / End</kbd>],
    [t('shortcuts.card'), <kbd key="card">Esc</kbd>],
    [t('shortcuts.nextRow'), <kbd key="j">J</kbd>],
    [t('shortcuts.previousRow'), <kbd key="p">K</kbd>],
    [t('shortcuts.openService'), <kbd key="open">O</kbd>],
    [t('shortcuts.details'), <kbd key="details">Enter</kbd>],
    [t('shortcuts.decide'), <kbd key="decide">1 / 2</kbd>],
    [t('shortcuts.undoDecision'), <kbd key="undo">U</kbd>],
    [t('shortcuts.tick'), <kbd key="tick">X</kbd>],
    [t('shortcuts.escape'), <kbd key="esc">Esc</kbd>],
    [t('shortcuts.help'), <kbd key="help">?</kbd>],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts.title')} initialFocus="heading">
      <List>
        {rows.map(([name, keys]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{keys}</dd>
          </div>
        ))}
      </List>
      <Hint>{t('shortcuts.hint')}</Hint>
      <Switch checked={singleKeys} onChange={setSingleKeys}>
        {t('shortcuts.switch')}
      </Switch>
    </Dialog>
  );
}
