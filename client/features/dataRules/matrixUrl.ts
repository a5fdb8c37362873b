/** State of the rules matrix in the URL, and the company that it shows. */
import { useSearchParams } from 'react-router-dom';
import { planTiers } from '../../enums/generated.ts';
import type { CompaniesWithDataRulesQuery } from '../../generated.ts';
import type { PlanTier } from './generated.ts';

export type RuleCompany = CompaniesWithDataRulesQuery['companiesWithDataRules'][number];

export interface MatrixState {
  company: string;
  tier: PlanTier;
  search: string;
  /** Only services with undecided data classes. */
  waiting: boolean;
  /** From 1. */
  page: number;
}

export interface MatrixUrl {
  company: RuleCompany | undefined;
  state: MatrixState;
  format: (changes: Partial<MatrixState>) => URLSearchParams;
  change: (changes: Partial<MatrixState>) => void;
}

/** `own` is the default company. */
export function useMatrixUrl(
  companies: readonly RuleCompany[],
  own: string | undefined,
): MatrixUrl {
  const [params, setParams] = useSearchParams();
  const company =
    companies.find((one) => one.company.key === (params.get('company') ?? own)) ??
    companies.find(({ mayDecide }) => mayDecide) ??
    companies[0];
  const state: MatrixState = {
    company: company?.company.key ?? '',
    tier: planTiers.find((one) => one === params.get('tier')) ?? 'team',
    search: params.get('search') ?? '',
    waiting: params.get('waiting') === '1',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
  const format = (changes: Partial<MatrixState>): URLSearchParams => {
    const next = { ...state, page: 1, ...changes };
    const query = new URLSearchParams();
    if (next.company !== own) query.set('company', next.company);
    if (next.tier !== 'team') query.set('tier', next.tier);
    if (next.search) query.set('search', next.search);
    if (next.waiting) query.set('waiting', '1');
    if (next.page > 1) query.set('page', String(next.page));
    return query;
  };
  const change = (changes: Partial<MatrixState>) => setParams(format(changes));
  return { company, state, format, change };
}
