/** The rule of a service from its own page: the own company first, others where the admin decides for them. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { useRuledCompaniesQuery } from '../../generated.ts';
import { RuleDialog } from './RuleDialog.tsx';
import type { RuleScope } from './RuleScopeBar.tsx';

export interface ServiceRuleDialogProps {
  itemId: string;
  onClose: () => void;
}

export function ServiceRuleDialog({ itemId, onClose }: ServiceRuleDialogProps) {
  const client = useApolloClient();
  const own = useSignedInUser().company?.key;
  const [chosen, setChosen] = useState<RuleScope | null>(null);
  const { data, error, refetch } = useRuledCompaniesQuery();
  const companies = data?.ruledCompanies;
  const first = companies?.find(({ mayDecide }) => mayDecide)?.company.key;
  const company = own ?? first;
  const place = chosen ?? (company ? { company, tier: 'team' as const } : null);
  // The page shows the rule of the reader's company: it is read again where it is shown.
  const readAgain = () =>
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
      onScopeChange={setChosen}
      canDecide={
        companies?.some((one) => one.mayDecide && one.company.key === place?.company) ?? null
      }
      onRetry={(error && !companies) || (companies && !place) ? refetch : null}
      onSaved={readAgain}
      onClose={onClose}
    />
  );
}
