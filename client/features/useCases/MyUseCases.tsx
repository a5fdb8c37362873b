/** All use cases of the reader, grouped by service, editable in place. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../../app/paths.ts';
import { ButtonLink } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { from, space, type } from '../../design/theme.ts';
import { useMyUseCasesQuery, type MyUseCasesQuery } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { UseCaseList } from './useCase.styles.ts';
import { UseCaseRow } from './UseCaseRow.tsx';

type OwnUseCase = MyUseCasesQuery['myUseCases'][number];
type SortOrder = 'date' | 'likes';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  align-items: flex-start;

  [data-part='groups'] {
    display: grid;
    gap: ${space[5]} ${space[4]};
    align-items: start;
    width: 100%;
    grid-template-columns: minmax(0, 1fr);
  }
  ${from.lg} {
    [data-part='groups'] {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  h3 {
    ${type.lg}
    margin-bottom: ${space[3]};
  }
  /* Minimum height of a touch target. */
  h3 a {
    display: inline-block;
    min-height: 24px;
    line-height: 24px;
    overflow-wrap: anywhere;
  }
`;

/** Groups by service, in the order of each group's first use case. */
function groupByItem(cases: readonly OwnUseCase[], order: SortOrder): OwnUseCase[][] {
  const groups = new Map<string, OwnUseCase[]>();
  const sorted = order === 'likes' ? [...cases].sort((a, b) => b.likesCount - a.likesCount) : cases;
  for (const one of sorted) {
    groups.set(one.knowledgeItemId, [...(groups.get(one.knowledgeItemId) ?? []), one]);
  }
  return [...groups.values()];
}

export function MyUseCases() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [order, setOrder] = useState<SortOrder>('date');
  const groups = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useMyUseCasesQuery({ fetchPolicy: 'cache-and-network' });
  const cases = data?.myUseCases;
  /** Moves the focus after a deletion: to the service, its neighbour, or the page heading. */
  const moveFocus = (place: number, isLastOfItem: boolean) => {
    const names = [...(groups.current?.querySelectorAll('h3') ?? [])];
    const name = isLastOfItem ? (names[place + 1] ?? names[place - 1]) : names[place];
    const next = name ?? document.querySelector('h1');
    if (!next) return;
    next.tabIndex = -1;
    next.focus();
  };
  if (cases?.length === 0 && !error) {
    return (
      <EmptyState
        level={3}
        title={t('useCases.mineEmpty')}
        actions={
          <ButtonLink to={paths.profileItems} variant="primary">
            {t('useCases.writeFirst')}
          </ButtonLink>
        }
      >
        {t('useCases.mineEmptyHint')}
      </EmptyState>
    );
  }
  return (
    <Root>
      <QueryResult
        found={cases}
        error={error}
        failure={t('useCases.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 160 }} />}
      />
      {cases ? (
        <SegmentedControl
          label={t('useCases.sort.label')}
          value={order}
          onChange={setOrder}
          options={[
            { value: 'date', label: t('useCases.sort.date') },
            { value: 'likes', label: t('useCases.sort.likes') },
          ]}
        />
      ) : null}
      <div data-part="groups" ref={groups}>
        {groupByItem(cases ?? [], order).map((group, place) => {
          const title = getTitle(group[0]!.knowledgeItem, language);
          return (
            <section key={group[0]!.knowledgeItemId}>
              <h3 lang={title.language}>
                <Link to={servicePath(group[0]!.knowledgeItemId)}>{title.text}</Link>
              </h3>
              <UseCaseList>
                {group.map((useCase) => (
                  <UseCaseRow
                    key={useCase.id}
                    useCase={useCase}
                    onGone={() => moveFocus(place, group.length === 1)}
                  />
                ))}
              </UseCaseList>
            </section>
          );
        })}
      </div>
    </Root>
  );
}
