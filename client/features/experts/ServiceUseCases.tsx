/** Use cases on the page of a service, with author and like. */
import { useId, useState, type ReactNode } from 'react';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Avatar, AvatarGroup } from '../../design/Avatar.tsx';
import { Button } from '../../design/Button.tsx';
import { color, from, radius, space, type } from '../../design/theme.ts';
import type { ServiceCaseFragment } from '../../items/generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { AskLink } from './ServiceExperts.tsx';
import { SharedUseCase } from './SharedUseCase.tsx';

const List = styled.ul`
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  & > li {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
    padding: ${space[4]} 14px;
  }
  & > li + li {
    border-top: 1px solid ${color.hair};
  }
  [data-part='text'] {
    max-width: 72ch;
    ${type.md}
    line-height: 23px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} 10px;
    color: ${color.textMuted};
    ${type.sm}
  }
  small {
    ${type.xs}
  }
  [data-part='author'] {
    display: flex;
    flex: 1 1 200px;
    align-items: center;
    gap: 10px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  b {
    color: ${color.text};
    font-weight: 600;
  }
  [data-part='foot'] :is(a, button) {
    padding: 2px 10px;
    ${type.xs}
    font-weight: 550;
  }
  ${from.md} {
    & > li {
      padding-inline: 20px;
    }
    [data-part='foot'] :is(a, button) {
      min-height: 28px;
    }
  }
  [data-part='more'] {
    flex-direction: row;
    align-items: center;
    justify-content: space-between;
    padding-block: ${space[2]};
  }
  [data-part='more'] > button {
    padding-inline: 0;
    color: ${color.link};
  }
`;

/** Use cases shown before “more” is pressed (specification, section 2). */
const initialCount = 3;

/** Avatars of the authors of the hidden use cases. */
const maxFaces = 5;

const authorsOf = (useCases: readonly ServiceCaseFragment[]) => [
  ...new Map(useCases.map(({ author }) => [author.id, author])).values(),
];

export interface ServiceUseCasesProps {
  itemId: string;
  /** Title of the service. */
  title: string;
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

export function ServiceUseCases(props: ServiceUseCasesProps) {
  const { itemId, title, useCases: cases, count, onAll, onEdit, onWrite, editor } = props;
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const hidden = cases.slice(initialCount);
  const shown = isOpen ? cases : cases.slice(0, initialCount);
  const authors = authorsOf(hidden);
  const hasMore = shown.length === cases.length && count > cases.length;
  return (
    <section aria-labelledby={id}>
      <div data-part="top">
        <h2 id={id}>{t('useCases.title')}</h2>
        {count > 1 ? (
          <span>{t(company ? 'useCases.orderAtCompany' : 'useCases.order', { count })}</span>
        ) : null}
        {editor ? null : (
          <Button size="small" icon={<Pencil size={14} aria-hidden="true" />} onClick={onWrite}>
            {t('useCases.write')}
          </Button>
        )}
      </div>
      {editor}
      {cases.length === 0 ? <p data-part="muted">{t('useCases.none')}</p> : null}
      {cases.length === 0 ? null : (
        <List>
          {shown.map((useCase) => (
            <SharedUseCase
              key={useCase.id}
              useCase={useCase}
              author={<Author author={useCase.author} />}
              ask={
                useCase.isOwn ? null : (
                  <AskLink
                    itemId={itemId}
                    expert={useCase.author}
                    text={t('dashboard:people.firstLine', { title })}
                  />
                )
              }
              onEdit={onEdit}
            />
          ))}
          {hidden.length > 0 || hasMore ? (
            <li data-part="more">
              {hidden.length > 0 && !hasMore ? (
                <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                  {isOpen
                    ? t('dashboard:people.less')
                    : t('useCases.more', { count: hidden.length })}
                </Button>
              ) : null}
              {hasMore ? (
                <Button variant="ghost" onClick={onAll}>
                  {t('useCases.all')}
                </Button>
              ) : null}
              {isOpen ? null : (
                <AvatarGroup
                  people={authors.slice(0, maxFaces)}
                  label={t('useCases.by', {
                    names: formatList(
                      authors.map(({ name }) => name),
                      language,
                    ),
                  })}
                />
              )}
            </li>
          ) : null}
        </List>
      )}
    </section>
  );
}

function Author({ author }: Pick<ServiceCaseFragment, 'author'>) {
  return (
    <span data-part="author">
      <Avatar name={author.name} avatarUrl={author.avatarUrl} />
      <span>
        <b>{author.name}</b>
        {author.company ? ` · ${author.company.name}` : null}
      </span>
    </span>
  );
}
