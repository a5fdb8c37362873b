/** What the desk shows, as it stands in the address: `?status=ignored&type=tags_changed&id=12`. */
import { useSearchParams } from 'react-router-dom';
import { inconsistencyStatuses, inconsistencyTypes } from '../../enums/generated.ts';
import type { InconsistencyStatus, InconsistencyType } from './generated.ts';

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
  status: inconsistencyStatuses.find((status) => status === params.get('status')) ?? 'new',
  type: inconsistencyTypes.find((type) => type === params.get('type')) ?? null,
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
