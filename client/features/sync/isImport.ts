// Check that the last run was an import.
import type { SyncRunFragment } from './generated.ts';

/** A file was brought in that is not what the catalogue is synchronised with: it says nothing of the bookmarks service. */
export const isImport = ({
  source,
  configuredSource,
}: Pick<SyncRunFragment, 'source' | 'configuredSource'>): boolean =>
  source === 'file' && configuredSource !== 'file';
