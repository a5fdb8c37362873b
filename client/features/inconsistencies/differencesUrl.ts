/** What the desk shows, as it stands in the address: `?status=ignored&type=tags_changed&id=12`. */
import { useSearchParams } from 'react-router-dom';
import type { InconsistencyStatus, InconsistencyType } from '../../generated.ts';

export const differenceStatuses = ['new', 'resolved', 'ignored'] as const;
export const differenceTypes = [
  'title_changed',
  'description_changed',
  'tags_changed',
  'media_type_changed',
  'media_source_changed',
  'image_url_changed',
  'source_url_changed',
  'link_broken',
  'item_removed',
] as const satisfies readonly InconsistencyType[];

export interface DeskState {
  /** Default `new` (specification, section 4). */
  status: InconsistencyStatus;
  /** Null: any. */
  type: InconsistencyType | null;
  /** The difference that is open; null: none was chosen. */
  id: string | null;
}

/** Reads the address; what is not known counts as not given. */
const readDesk = (params: URLSearchParams): DeskState => ({
  status: differenceStatuses.find((status) => status === params.get('status')) ?? 'new',
  type: differenceTypes.find((type) => type === params.get('type')) ?? null,
  id: params.get('id'),
});

/** The address without its defaults. */
export function deskSearch({ status, type, id }: DeskState): string {
  const params = new URLSearchParams();
  if (status !== 'new') params.set('status', status);
  if (type) params.set('type', type);
  if (id) params.set('id', id);
  return params.size > 0 ? `?${params}` : '';
}

/** A change is a step for the Back button unless it replaces. */
export function useDesk(): [
  DeskState,
  (changes: Partial<DeskState>, how?: 'push' | 'replace') => void,
] {
  const [params, setParams] = useSearchParams();
  const state = readDesk(params);
  const change = (changes: Partial<DeskState>, how: 'push' | 'replace' = 'push') =>
    setParams(new URLSearchParams(deskSearch({ ...state, ...changes })), {
      preventScrollReset: true,
      replace: how === 'replace',
    });
  return [state, change];
}
