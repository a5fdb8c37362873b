/** The rule of a service from its own page: the own company first, others where the admin decides for them. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { RuleDialog } from './RuleDialog.tsx';
import type { RulePlace } from './RulePlaceBar.tsx';

export interface ServiceRuleDialogProps {
  itemId: string;
  onClose: () => void;
}

export function ServiceRuleDialog({ itemId, onClose }: ServiceRuleDialogProps) {
  const client = useApolloClient();
  const own = useSignedInUser().company?.key;
  const [chosen, setChosen] = useState<RulePlace | null>(null);
  const { data, error, refetch } = useCompaniesWithDataRulesQuery();
  const companies = data?.companiesWithDataRules;
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
      place={place}
      onPlace={setChosen}
      mayDecide={
        companies?.some((one) => one.mayDecide && one.company.key === place?.company) ?? null
      }
      askAgain={(error && !companies) || (companies && !place) ? refetch : null}
      onSaved={readAgain}
      onClose={onClose}
    />
  );
}
