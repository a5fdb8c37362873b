/** Dialog with all experts of a service, their use cases, and the editor of a new one. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, space } from '../../design/theme.ts';
import { useItemExpertsQuery } from '../../items/generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { ExpertPanel } from './ExpertPanel.tsx';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

const Editor = styled.div`
  margin-top: ${space[5]};
  padding-top: ${space[5]};
  border-top: 1px solid ${color.border};
`;

export interface ExpertsDialogProps {
  itemId: string;
  onClose: () => void;
  /** Opens the reader's use cases, at the given id. */
  onOpen: (dialog: 'useCases', useCaseId?: string) => void;
  /** Editor of the reader's new use case. */
  editor: ReactNode;
}

export function ExpertsDialog({ itemId, onClose, onOpen, editor }: ExpertsDialogProps) {
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
          <EmptyState level={3} title={t('people.none')}>
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
      {experts ? <Editor>{editor}</Editor> : null}
    </Dialog>
  );
}
