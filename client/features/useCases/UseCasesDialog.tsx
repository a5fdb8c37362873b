/** The reader's own use cases for one service; it opens after a like, ready to write. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useMyUseCasesForItemQuery } from '../../generated.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { Cases } from './caseLook.ts';
import { CaseRow } from './CaseRow.tsx';
import { keepDraft } from './drafts.ts';
import { NewCase } from './NewCase.tsx';
import { useUnsavedTexts } from './unsaved.ts';

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
}

export function UseCasesDialog({ itemId, onClose }: UseCasesDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { title } = useItemTitle(itemId);
  const { data, error, refetch } = useMyUseCasesForItemQuery({
    variables: { itemId },
    fetchPolicy: 'cache-and-network',
  });
  const unsaved = useUnsavedTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const cases = data?.myUseCasesForItem;

  const close = () => {
    // Reached with unsaved texts only when the reader chose not to save them.
    for (const key of unsaved.keys) keepDraft(key, null);
    onClose();
  };
  const saveAndClose = async () => {
    if (await unsaved.saveAll()) onClose();
  };
  const retry = () => {
    // The failure is shown by `error`, which the hook reports.
    refetch().catch((failure: unknown) => {
      console.info('The use cases could not be loaded again', failure);
    });
  };

  return (
    <Dialog
      open
      onClose={close}
      title={title ? t('useCases.titleOf', { title }) : t('useCases.title')}
      dirty={unsaved.keys.length > 0}
      onSave={() => void saveAndClose()}
    >
      <Content>
        <NewCase itemId={itemId} onUnsaved={unsaved.onUnsaved} />
        <section>
          <h3 ref={heading} tabIndex={-1}>
            {t('useCases.own')}
          </h3>
          {error ? (
            <Notice
              tone="danger"
              actions={<Button onClick={retry}>{t('common:actions.retry')}</Button>}
            >
              {t('useCases.loadFailed')}
            </Notice>
          ) : null}
          {cases?.length === 0 && !error ? <p data-part="none">{t('useCases.none')}</p> : null}
          {!cases && !error ? (
            <Delayed>
              <Skeleton style={{ height: 120 }} />
            </Delayed>
          ) : null}
          <Cases>
            {cases?.map((useCase) => (
              <CaseRow
                key={useCase.id}
                useCase={useCase}
                onUnsaved={unsaved.onUnsaved}
                onGone={() => heading.current?.focus()}
              />
            ))}
          </Cases>
        </section>
      </Content>
    </Dialog>
  );
}
