/** Popover of a service's status: what the reader's company has decided of each class of data. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Popover } from '../design/Popover.tsx';
import { QueryResult } from '../design/QueryResult.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import type { FirstPress } from '../design/useLazyMenu.ts';
import { useItemRulesQuery } from './generated.ts';
import { VerdictList } from './VerdictList.tsx';

export interface StatusPopoverProps {
  itemId: string;
  firstPress: FirstPress;
  trigger: ReactElement<Record<string, unknown>>;
}

export function StatusPopover({ itemId, firstPress, trigger }: StatusPopoverProps) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { company } = useSignedInUser();
  const title = company ? t('status.title', { company: company.name }) : t('status.noCompany');
  return (
    <Popover trigger={trigger} firstPress={firstPress} label={title}>
      <h3>{title}</h3>
      {company ? <Rules itemId={itemId} /> : null}
    </Popover>
  );
}

function Rules({ itemId }: { itemId: string }) {
  const { t } = useTranslation(['dashboard', 'service']);
  const { data, error, refetch } = useItemRulesQuery({
    variables: { id: itemId },
    fetchPolicy: 'cache-and-network',
  });
  const rules = data?.knowledgeItem.told;
  return (
    <>
      <QueryResult
        found={rules && [rules]}
        error={error}
        failure={t('status.failed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ width: 280, height: 186 }} />}
        empty={null}
      />
      {rules ? <VerdictList rules={rules} /> : null}
    </>
  );
}
