/** Folders of the imported files: a tree whose branches can be left out, and their names as tags. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Checkbox } from '../../design/Checkbox.tsx';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { color, space } from '../../design/theme.ts';
import type { FolderTags } from './generated.ts';
import {
  isFolderMixed,
  isFolderTicked,
  toggleFolder,
  parentFolder,
  rootFolder,
  type RowSelection,
  type Preview,
} from './rowSelection.ts';

interface FolderNode {
  key: string;
  name: string;
  /** Rows in it and below it. */
  count: number;
  children: FolderNode[];
}

const escaped = (name: string): string => name.replaceAll(/[%/,]/g, encodeURIComponent);

/** The root, which stands for everything; null without folders. */
export function folderTree({ groups }: Preview): FolderNode | null {
  const root: FolderNode = { key: rootFolder, name: '', count: 0, children: [] };
  const nodes = new Map([[rootFolder, root]]);
  for (const { path, rows } of groups) {
    root.count += rows;
    path.forEach((name, place) => {
      const key = path
        .slice(0, place + 1)
        .map(escaped)
        .join('/');
      let node = nodes.get(key);
      if (!node) {
        node = { key, name, count: 0, children: [] };
        nodes.set(key, node);
        nodes.get(parentFolder(key))?.children.push(node);
      }
      node.count += rows;
    });
  }
  return nodes.size > 1 ? root : null;
}

/** With more folders the branches are closed at first. */
const openCount = 20;

const Branch = styled.ul`
  margin: 0;
  padding-inline-start: ${space[4]};
  list-style: none;

  details > summary {
    width: fit-content;
    color: ${color.textMuted};
    font-weight: 400;
  }
`;

interface TreeProps {
  selection: RowSelection;
  onChange: (selection: RowSelection) => void;
  isOpen: boolean;
}

function Folder({ node, name, ...tree }: TreeProps & { node: FolderNode; name: string }) {
  const { t } = useTranslation('dashboard');
  const { selection, onChange, isOpen } = tree;
  const children = (
    <Branch aria-label={name}>
      {node.children.map((child) => (
        <Folder key={child.key} node={child} name={child.name} {...tree} />
      ))}
    </Branch>
  );
  const branch = isOpen ? (
    children
  ) : (
    <details>
      <summary>{t('admin.import.folders.inside', { count: node.children.length, name })}</summary>
      {children}
    </details>
  );
  return (
    <li>
      <Checkbox
        checked={isFolderTicked(selection, node.key)}
        mixed={isFolderMixed(selection, node.key)}
        onChange={() => onChange(toggleFolder(selection, node.key))}
      >
        {name} ({node.count})
      </Checkbox>
      {node.children.length > 0 ? branch : null}
    </li>
  );
}

const countNodes = ({ children }: FolderNode): number =>
  children.reduce((sum, child) => sum + countNodes(child), 1);

interface Props extends Omit<TreeProps, 'isOpen'> {
  root: FolderNode;
  folderTags: FolderTags;
  onFolderTags: (mode: FolderTags) => void;
}

export function Folders({ root, selection, onChange, folderTags, onFolderTags }: Props) {
  const { t } = useTranslation('dashboard');
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h4 id={heading}>{t('admin.import.folders.title')}</h4>
      <Branch aria-labelledby={heading} style={{ paddingInlineStart: 0 }}>
        <Folder
          node={root}
          name={t('admin.import.folders.all')}
          selection={selection}
          onChange={onChange}
          isOpen={countNodes(root) <= openCount}
        />
      </Branch>
      <Field label={t('admin.import.folders.tags')}>
        {(control) => (
          <Select
            {...control}
            value={folderTags}
            options={(['none', 'last', 'all'] as const).map((value) => ({
              value,
              label: t(`admin.import.folders.modes.${value}`),
            }))}
            onChange={onFolderTags}
          />
        )}
      </Field>
    </section>
  );
}
