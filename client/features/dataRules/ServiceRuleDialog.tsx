/** Rule dialog on the page of a service, for the own company or one that the admin decides for. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { RuleDialog } from './RuleDialog.tsx';
import type { RuleScope } from './RuleScopeBar.tsx';

export interface ServiceRuleDialogProps {
  itemId: string;
  onClose: () => void;
}

export function ServiceRuleDialog({ itemId, onClose }: ServiceRuleDialogProps) {
  const client = useApolloClient();
  const own = useSignedInUser().company?.key;
  const [selected, setSelected] = useState<RuleScope | null>(null);
  const { data, error, refetch } = useCompaniesWithDataRulesQuery();
  const companies = data?.companiesWithDataRules;
  const first = companies?.find(({ mayDecide }) => mayDecide)?.company.key;
  const company = own ?? first;
  const place = selected ?? (company ? { company, tier: 'team' as const } : null);
  // The page shows the rule of the reader's company.
  const refetchRule = () =>
    void client
      .refetchQueries({
        updateCache: (cache) =>
          cache.modify<{ dataRules: unknown }>({
            id: cache.identify({ __typename: 'KnowledgeItem', id: itemId })!,
            fields: { dataRules: (_rules, { INVALIDATE }) => INVALIDATE },
          }),
      })
      .catch((failure: unknown) => console.info('The rule could not be read again', failure));
  return (
    <RuleDialog
      itemId={itemId}
      scope={place}
      onScopeChange={setSelected}
      canDecide={
        companies?.some((one) => one.mayDecide && one.company.key === place?.company) ?? null
      }
      onRetry={(error && !companies) || (companies && !place) ? refetch : null}
      onSaved={refetchRule}
      onClose={onClose}
    />
  );
}
