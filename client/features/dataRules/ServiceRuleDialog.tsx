/** The rule of a service from its own page: the own company first, others where the admin decides for them. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { useArrival } from '../../design/useArrival.ts';
import { useRuledCompaniesQuery } from '../../generated.ts';
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
  const { t } = useTranslation('rules');
  const { data, loading, error } = useRuledCompaniesQuery();
  const arrival = useArrival(loading);
  const companies = data?.ruledCompanies ?? [];
  const first = companies.find(({ mayDecide }) => mayDecide)?.company.key;
  const company = own ?? first;
  const place = chosen ?? (company ? { company, tier: 'team' as const } : null);
  if (!place)
    return arrival === 'waiting' ? null : (
      <Dialog open onClose={onClose} title={t('form.heading')}>
        {error ? (
          <Notice tone="danger">{failureText(error)}</Notice>
        ) : (
          <Delayed>
            <Skeleton style={{ height: 480 }} />
          </Delayed>
        )}
      </Dialog>
    );
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
      mayDecide={companies.some((one) => one.mayDecide && one.company.key === place.company)}
      onSaved={readAgain}
      onClose={onClose}
    />
  );
}
