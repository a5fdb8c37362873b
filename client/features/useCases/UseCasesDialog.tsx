/** Dialog with the reader's use cases for one service. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useMyUseCasesForItemQuery } from './generated.ts';
import { RemovedItemDialog } from '../../items/RemovedItemDialog.tsx';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { UseCaseList } from './useCase.styles.ts';
import { UseCaseRow } from './UseCaseRow.tsx';
import { storeDraft, newUseCaseKey, readDraft, useUnsavedTexts } from './useCaseDrafts.ts';
import { NewUseCase } from './NewUseCase.tsx';

const Content = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};

  h3 {
    ${type.lg}
    margin-bottom: ${space[3]};
  }
  h3:focus-visible {
    outline-offset: 4px;
  }
  [data-part='none'] {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export interface UseCasesDialogProps {
  itemId: string;
  onClose: () => void;
  /** The service does not exist for the reader: the dialog opens only for an unsaved draft. */
  isRemoved?: boolean;
}

export function UseCasesDialog({ itemId, onClose, isRemoved = false }: UseCasesDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { title, isGone } = useItemTitle(itemId);
  const draftKey = newUseCaseKey(useSignedInUser().id, itemId);
  const [showsRemoved] = useState(() => isRemoved && readDraft(draftKey) === null);
  const { data, error, refetch } = useMyUseCasesForItemQuery({
    variables: { itemId },
    fetchPolicy: 'cache-and-network',
  });
  const unsaved = useUnsavedTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  /** Use case to edit, from the navigation state. */
  const editedId = (state as { about?: string } | null)?.about;
  const editedField = useRef<HTMLTextAreaElement>(null);
  const cases = data?.myUseCasesForItem;

  const close = () => {
    // The reader chose to discard unsaved texts.
    for (const key of unsaved.keys) storeDraft(key, null);
    onClose();
  };
  const saveAndClose = async () => {
    if (await unsaved.saveAll()) onClose();
  };

  if (showsRemoved) return <RemovedItemDialog onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={close}
      title={title ? t('useCases.titleOf', { title }) : t('useCases.title')}
      initialFocus={editedId === undefined ? 'first' : editedField}
      dirty={unsaved.keys.length > 0}
      onSave={() => void saveAndClose()}
    >
      <Content>
        <NewUseCase itemId={itemId} onUnsaved={unsaved.onUnsaved} />
        <section>
          <h3 ref={heading} tabIndex={-1}>
            {t('useCases.own')}
          </h3>
          <QueryResult
            found={cases}
            error={error}
            failure={t(isGone ? 'requests.removedItem' : 'useCases.loadFailed')}
            {...(isGone ? {} : { onRetry: refetch })}
            skeleton={<Skeleton style={{ height: 120 }} />}
            empty={<p data-part="none">{t('useCases.none')}</p>}
          />
          <UseCaseList>
            {cases?.map((useCase) => (
              <UseCaseRow
                key={useCase.id}
                useCase={useCase}
                {...(useCase.id === editedId ? { editedField } : {})}
                onUnsaved={unsaved.onUnsaved}
                onGone={() => heading.current?.focus()}
              />
            ))}
          </UseCaseList>
        </section>
      </Content>
    </Dialog>
  );
}
