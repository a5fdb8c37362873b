/** Use cases on the page of a service, with author and like. */
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import type { ServiceCaseFragment } from '../../generated.ts';
import { SharedUseCase } from './SharedUseCase.tsx';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  li {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
    padding: ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='text'] {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
    color: ${color.textMuted};
    ${type.sm}
  }
  small {
    ${type.sm}
  }
  [data-part='foot'] > span:first-child {
    flex: 1 1 160px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** Use cases shown before “more” is pressed (specification, section 2). */
const initialCount = 3;

const authorOf = ({ author }: ServiceCaseFragment) =>
  [author.name, author.company?.name].filter(Boolean).join(', ');

export interface ServiceUseCasesProps {
  useCases: readonly ServiceCaseFragment[];
  /** Number of all use cases. */
  count: number;
  /** Opens the list of all use cases. */
  onAll: (() => void) | undefined;
  /** Opens the reader's use cases at this id. */
  onEdit: ((useCaseId: string) => void) | undefined;
  /** Opens the editor. */
  onWrite: () => void;
  /** Editor of a new use case; null until opened. */
  editor: ReactNode;
}

export function ServiceUseCases({
  useCases: cases,
  count,
  onAll,
  onEdit,
  onWrite,
  editor,
}: ServiceUseCasesProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const more = cases.length - initialCount;
  const shown = isOpen ? cases : cases.slice(0, initialCount);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('useCases.title')}</h2>
      {cases.length === 0 ? <p data-part="muted">{t('useCases.none')}</p> : null}
      <List>
        {shown.map((useCase) => (
          <SharedUseCase
            key={useCase.id}
            useCase={useCase}
            author={<span>{authorOf(useCase)}</span>}
            onEdit={onEdit}
          />
        ))}
      </List>
      <div data-part="acts">
        {editor ? null : <Button onClick={onWrite}>{t('useCases.write')}</Button>}
        {more > 0 ? (
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? t('dashboard:people.less') : t('dashboard:people.more', { count: more })}
          </Button>
        ) : null}
        {shown.length === cases.length && count > cases.length ? (
          <Button variant="ghost" onClick={onAll}>
            {t('experts.all')}
          </Button>
        ) : null}
      </div>
      {editor}
    </section>
  );
}
