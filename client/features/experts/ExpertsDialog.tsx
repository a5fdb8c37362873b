/** Dialog with all experts of a service, their use cases, and the editor of a new one. */
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Dialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useItemExpertsQuery, type ItemExpertsQuery } from '../../items/generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { Avatar } from '../../design/Avatar.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { AskLink } from './ServiceExperts.tsx';
import { SharedUseCase } from './SharedUseCase.tsx';

/** Use cases shown before “more” is pressed (specification, section 2). */
const initialCount = 3;

const Root = styled(Panel)`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  [data-part='person'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
  }
  [data-part='person'] > div {
    flex: 1 1 140px;
    min-width: 0;
  }
  h3 {
    ${type.base}
    font-weight: 600;
  }
  [data-part='person'] p,
  small {
    color: ${color.textMuted};
    ${type.sm}
  }
  ul {
    display: flex;
    flex-direction: column;
  }
  li {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
    padding-block: ${space[3]};
    border-top: 1px solid ${color.border};
  }
  [data-part='text'] {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    align-items: center;
    gap: ${space[3]};
  }
  & > button {
    align-self: flex-start;
  }
`;

interface ExpertPanelProps {
  itemId: string;
  /** Title of the service; empty until loaded. */
  title: string;
  expert: ItemExpertsQuery['itemExperts'][number];
  /** Opens the reader's use cases at this id. */
  onEdit: (useCaseId: string) => void;
}

/** Panel of one expert: contact and use cases, most liked first. */
function ExpertPanel({ itemId, title, expert, onEdit }: ExpertPanelProps) {
  const { t } = useTranslation('dashboard');
  const [isOpen, setIsOpen] = useState(false);
  const { name, useCases: cases } = expert;
  const shown = isOpen ? cases : cases.slice(0, initialCount);
  const more = cases.length - initialCount;
  return (
    <Root as="li">
      <div data-part="person">
        <Avatar name={name} avatarUrl={expert.avatarUrl} size="large" />
        <div>
          <h3>{name}</h3>
          {expert.company ? <p>{expert.company.name}</p> : null}
        </div>
        {expert.isDisabled ? (
          <small>{t('people.disabled')}</small>
        ) : (
          <AskLink
            itemId={itemId}
            expert={expert}
            {...(title ? { text: t('people.firstLine', { title }) } : {})}
          />
        )}
      </div>
      <ul>
        {shown.map((one) => (
          <SharedUseCase key={one.id} useCase={one} onEdit={onEdit} />
        ))}
      </ul>
      {more > 0 ? (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('people.less') : t('people.more', { count: more })}
        </Button>
      ) : null}
    </Root>
  );
}

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
