/** Dialog with all experts of a service and their use cases. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { space } from '../../design/theme.ts';
import { useItemExpertsQuery } from '../../generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { ExpertPanel } from './ExpertPanel.tsx';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

export interface ExpertsDialogProps {
  itemId: string;
  onClose: () => void;
  /** Opens the reader's use cases, at the given id. */
  onOpen: (dialog: 'useCases', useCaseId?: string) => void;
}

export function ExpertsDialog({ itemId, onClose, onOpen }: ExpertsDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { title } = useItemTitle(itemId);
  const { data, error, refetch } = useItemExpertsQuery({
    variables: { itemId },
    fetchPolicy: 'cache-and-network',
  });
  const experts = data?.itemExperts;
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus="heading"
      title={title ? t('people.titleOf', { title }) : t('people.title')}
    >
      <QueryResult
        found={experts}
        error={error}
        failure={t('people.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 180 }} />}
        empty={
          <EmptyState
            level={3}
            title={t('people.none')}
            actions={
              <Button variant="primary" onClick={() => onOpen('useCases')}>
                {t('people.write')}
              </Button>
            }
          >
            {t('people.noneHint')}
          </EmptyState>
        }
      />
      <List>
        {experts?.map((expert) => (
          <ExpertPanel
            key={expert.id}
            itemId={itemId}
            title={title}
            expert={expert}
            onEdit={(useCaseId) => onOpen('useCases', useCaseId)}
          />
        ))}
      </List>
    </Dialog>
  );
}
