/** Loadout that an editor shows, and the way to read it again. */
import type { LoadoutQuery } from './generated.ts';

export interface EditedLoadout {
  loadout: LoadoutQuery['loadout'];
  /** Reads it again; resolves to its newest state. */
  reload: () => Promise<LoadoutQuery['loadout'] | undefined>;
}
