/** Filter of the admin's list of complaints in the address: `?status=new&type=spam`. */
import { useSearchParams } from 'react-router-dom';
import { complaintStatuses } from '../../enums/generated.ts';
import type { ComplaintStatus, ComplaintType } from './generated.ts';
import { complaintTypes } from './complaintTypes.ts';

export interface ComplaintFilter {
  /** Null for any. */
  status: ComplaintStatus | null;
  type: ComplaintType | null;
}

/** Reads the filter; what is not known counts as not given. */
const readComplaintFilter = (params: URLSearchParams): ComplaintFilter => ({
  status: complaintStatuses.find((status) => status === params.get('status')) ?? null,
  type: complaintTypes.find((type) => type === params.get('type')) ?? null,
});

export function useComplaintFilter(): [
  ComplaintFilter,
  (filter: Partial<ComplaintFilter>) => void,
] {
  const [params, setParams] = useSearchParams();
  const filter = readComplaintFilter(params);
  const change = (changes: Partial<ComplaintFilter>) => {
    const next = new URLSearchParams(params);
    for (const [key, value] of Object.entries({ ...filter, ...changes })) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    setParams(next);
  };
  return [filter, change];
}
