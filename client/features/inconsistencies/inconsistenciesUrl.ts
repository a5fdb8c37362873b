/** URL state of the review page: `?status=ignored&type=tags_changed&id=12`. */
import { useSearchParams } from 'react-router-dom';
import { inconsistencyStatuses, inconsistencyTypes } from '../../enums/generated.ts';
import type { InconsistencyStatus, InconsistencyType } from './generated.ts';

export interface InconsistenciesView {
  /** Default `new` (specification, section 4). */
  status: InconsistencyStatus;
  /** Null: any. */
  type: InconsistencyType | null;
  /** Open inconsistency; null: none is selected. */
  id: string | null;
}

/** Unknown values count as missing. */
const parseView = (params: URLSearchParams): InconsistenciesView => ({
  status: inconsistencyStatuses.find((status) => status === params.get('status')) ?? 'new',
  type: inconsistencyTypes.find((type) => type === params.get('type')) ?? null,
  id: params.get('id'),
});

/** Query string without default values. */
export function formatView({ status, type, id }: InconsistenciesView): string {
  const params = new URLSearchParams();
  if (status !== 'new') params.set('status', status);
  if (type) params.set('type', type);
  if (id) params.set('id', id);
  return params.size > 0 ? `?${params}` : '';
}

/** A change adds a step for the Back button unless it replaces. */
export function useInconsistenciesUrl(): [
  InconsistenciesView,
  (changes: Partial<InconsistenciesView>, how?: 'push' | 'replace') => void,
] {
  const [params, setParams] = useSearchParams();
  const state = parseView(params);
  const change = (changes: Partial<InconsistenciesView>, how: 'push' | 'replace' = 'push') =>
    setParams(new URLSearchParams(formatView({ ...state, ...changes })), {
      replace: how === 'replace',
    });
  return [state, change];
}
