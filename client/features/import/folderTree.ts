/** Tree of the folders in an import preview, with the number of rows in each and below it. */
import { parentFolder, rootFolder, type Preview } from './rowSelection.ts';

export interface FolderNode {
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
