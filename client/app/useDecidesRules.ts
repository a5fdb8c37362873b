/** Whether the reader decides the data rules of the own company without being an admin: asked of those alone who decide on access. */
import { useSignedInUser } from '../browser/currentUser.ts';
import { useCompaniesWithDataRulesQuery } from '../generated.ts';

/** @param approvals what waits for the reader; null for those who decide for nobody */
export function useDecidesRules(approvals: number | null): boolean {
  const { isAdmin } = useSignedInUser();
  const isAsked = !isAdmin && approvals !== null;
  const { data, error } = useCompaniesWithDataRulesQuery({
    skip: !isAsked,
    fetchPolicy: 'cache-and-network',
    errorPolicy: 'none',
  });
  return (
    isAsked && !error && (data?.companiesWithDataRules ?? []).some(({ mayDecide }) => mayDecide)
  );
}
