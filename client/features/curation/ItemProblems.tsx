/** Admin list of all services with what may be mended in them. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { parsePage, parseText } from '../../browser/parseAddress.ts';
import { Badge } from '../../design/Badge.tsx';
import { FilterBar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { DataTable } from '../../design/DataTable.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Pagination } from '../../design/Pagination.tsx';
import { useLastPage } from '../../browser/listAddress.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { layout, space } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { useItemProblemsQuery, type ItemProblem, type ItemProblemsQuery } from './generated.ts';

const perPage = 25;
const problemNames = [
  'hidden',
  'brokenLink',
  'openReports',
  'noRules',
  'oneLanguage',
  'noPicture',
  'noUseCases',
] as const satisfies ItemProblem[];

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]};

  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    flex-wrap: nowrap;
    margin-inline: calc(-1 * var(--gutter));
    /* Room after the last one, so that the fading edge covers none of it at the end. */
    padding-inline: var(--gutter) 40px;
    overflow-x: auto;
    scrollbar-width: none;
    mask-image: linear-gradient(to right, #000 calc(100% - 40px), transparent);

    > * {
      flex: none;
    }
  }
`;

/** The search, and the chips beside it where there is room. */
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[3]};

  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    > form {
      flex: 1 0 100%;
    }
    > div {
      max-width: calc(100% + 2 * var(--gutter));
    }
  }
`;

const Problems = styled.td`
  && {
    white-space: normal;
  }
  span {
    margin: 1px ${space[1]} 1px 0;
  }
`;

type Row = ItemProblemsQuery['itemProblems']['items'][number];

function ItemProblemRow({ row: { item, problems } }: { row: Row }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  return (
    <tr>
      <th scope="row">
        <Link to={servicePath(item.id)}>
          {chooseText(item.titleRu, item.titleEn, language).text}
        </Link>
      </th>
      <td data-cut="">{item.sourceUrl}</td>
      <td>{t('curation.problems.used', { count: item.likesCount })}</td>
      <Problems>
        {problems.map((problem) => (
          <Badge key={problem} tone={problem === 'brokenLink' ? 'danger' : 'neutral'}>
            {t(`curation.problems.names.${problem}`)}
          </Badge>
        ))}
      </Problems>
    </tr>
  );
}

/** @param children stand between the search and the list */
export function ItemProblems({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('dashboard');
  const [params, setParams] = useSearchParams();
  const search = parseText(params.get('search'));
  const page = parsePage(params.get('page'));
  const [typed, setTyped] = useState(search);
  const problem = problemNames.find((one) => one === params.get('problem')) ?? null;
  const { data, previousData, error, refetch } = useItemProblemsQuery({
    variables: { search, problem, page: page - 1 },
    fetchPolicy: 'cache-and-network',
  });
  const found = (data ?? previousData)?.itemProblems;
  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / perPage));

  // A service that is being added has its own parameters beside these.
  const hrefOf = (next: { search?: string; problem?: ItemProblem | null; page?: number }) => {
    const query = new URLSearchParams(params);
    const all = { search, problem, page: 1, ...next };
    for (const name of ['search', 'problem', 'page']) query.delete(name);
    if (all.search) query.set('search', all.search);
    if (all.problem) query.set('problem', all.problem);
    if (all.page > 1) query.set('page', String(all.page));
    return query;
  };
  const isBeyond = useLastPage(page, data ? pages : null, (last) =>
    setParams(hrefOf({ page: last }), { replace: true }),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    setParams(hrefOf({ search: typed.trim() }));
  };
  return (
    <section>
      <VisuallyHidden as="h3">{t('curation.problems.title')}</VisuallyHidden>
      <Tools>
        <FilterBar as="form" role="search" onSubmit={send}>
          <div>
            <TextInput
              type="search"
              enterKeyHint="search"
              aria-label={t('curation.problems.search')}
              placeholder={t('curation.problems.search')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Button type="submit" size="small">
            {t('admin.people.find')}
          </Button>
        </FilterBar>
        <Chips role="group" aria-label={t('curation.problems.filter')}>
          {found?.counts
            .filter((one) => one.count > 0 || one.problem === problem)
            .map((one) => (
              <Chip
                key={one.problem}
                aria-pressed={one.problem === problem}
                onClick={() =>
                  setParams(hrefOf({ problem: one.problem === problem ? null : one.problem }))
                }
              >
                {one.problem === 'hidden'
                  ? t('curation.problems.hiddenOnes')
                  : t(`curation.problems.names.${one.problem}`)}
                <span>{t('curation.problems.count', { count: one.count })}</span>
              </Chip>
            ))}
        </Chips>
      </Tools>
      {children}
      <QueryResult
        found={isBeyond ? null : found?.items}
        error={error}
        failure={t('admin.loadFailed')}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
        empty={<EmptyState level={3} title={t('curation.problems.none')} />}
      />
      {found && found.items.length > 0 ? (
        <DataTable aria-label={t('curation.problems.title')}>
          <thead>
            <tr>
              {(['title', 'address', 'used', 'problems'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`curation.problems.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.items.map((row) => (
              <ItemProblemRow key={row.item.id} row={row} />
            ))}
          </tbody>
        </DataTable>
      ) : null}
      <Pagination
        page={page}
        pages={pages}
        hrefOf={(next) => `?${hrefOf({ page: next })}`}
        label={t('curation.problems.pages')}
      />
    </section>
  );
}
