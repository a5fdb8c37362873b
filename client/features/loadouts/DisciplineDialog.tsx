/** Dialog in which a newcomer chooses a discipline, or skips the question. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { FieldError } from '../../design/Field.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { color, space } from '../../design/theme.ts';
import { useSetDisciplineMutation, type Discipline } from './generated.ts';
import { useDisciplines } from './DisciplineSelect.tsx';

const Hint = styled.p`
  margin-bottom: ${space[4]};
  color: ${color.textMuted};
`;

const Choices = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space[2]};

  li {
    display: flex;
  }
`;

export interface DisciplineDialogProps {
  onClose: () => void;
  /** Called after the choice was saved, also after a skip. */
  onChosen: () => void;
}

export function DisciplineDialog({ onClose, onChosen }: DisciplineDialogProps) {
  const { t } = useTranslation('loadouts');
  const { all, error, refetch } = useDisciplines();
  const [send, { loading }] = useSetDisciplineMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (discipline: Discipline | null) => {
    setFailure(null);
    try {
      await send({ variables: { discipline } });
      onChosen();
      onClose();
    } catch (raised) {
      setFailure([t('choice.failed'), failureText(raised)].join('. '));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('choice.title')}
      initialFocus="heading"
      footer={
        <Button busy={loading} onClick={() => void choose(null)}>
          {t('choice.skip')}
        </Button>
      }
    >
      <Hint>{t('choice.hint')}</Hint>
      <QueryResult
        found={all.length > 0 ? all : null}
        error={error}
        failure={t('loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 344 }} />}
      />
      <Choices>
        {all.map(({ discipline, name }) => (
          <li key={discipline}>
            <Button wide disabled={loading} onClick={() => void choose(discipline)}>
              {name}
            </Button>
          </li>
        ))}
      </Choices>
      {failure ? <FieldError role="alert">{failure}</FieldError> : null}
    </Dialog>
  );
}
