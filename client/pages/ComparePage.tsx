/** Comparison of two to four services at /compare?ids=1,4,7. */
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { ButtonLink } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Notice } from '../design/Notice.tsx';
import { QueryResult } from '../design/QueryResult.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { space } from '../design/theme.ts';
import { Comparison } from '../features/compare/Comparison.tsx';
import {
  comparePath,
  removeComparedItem,
  readComparedIds,
} from '../features/compare/comparedItems.ts';
import { useCompareQuery, type CompareQuery } from '../items/generated.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getTitle } from '../items/itemText.ts';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};
`;

/** Suggestions for a comparison with one service only. */
function SingleService({ item }: { item: CompareQuery['knowledgeItems'][number] | undefined }) {
  const { t } = useTranslation('service');
  const { language } = useLanguage();
  const near = item?.alternatives ?? [];
  return (
    <EmptyState
      title={
        item ? t('compare.single', { title: getTitle(item, language).text }) : t('compare.nothing')
      }
      actions={
        <>
          {near.map(({ item: other }) => (
            <ButtonLink key={other.id} to={comparePath([item!.id, other.id])}>
              {t('compare.with', { title: getTitle(other, language).text })}
            </ButtonLink>
          ))}
          <ButtonLink to={paths.dashboard} variant={near.length > 0 ? 'ghost' : 'primary'}>
            {t('compare.fromCatalogue')}
          </ButtonLink>
        </>
      }
    >
      {t('compare.hint')}
    </EmptyState>
  );
}

export function ComparePage() {
  const { t } = useTranslation(['service', 'common']);
  const user = useSignedInUser();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { ids, isCut } = readComparedIds(search.get('ids'));
  const { data, error, refetch } = useCompareQuery({
    variables: { ids, isLonely: ids.length === 1 },
    skip: ids.length === 0,
    fetchPolicy: 'cache-and-network',
  });
  const items = ids.length === 0 ? [] : data?.knowledgeItems;
  // Ids without a service: hidden, unknown or merged.
  const missing = items ? ids.filter((id) => !items.some((item) => item.id === id)).length : 0;
  const drop = (id: string) => {
    removeComparedItem(id);
    const left = (items ?? []).filter((item) => item.id !== id);
    void navigate(comparePath(left.map((item) => item.id)), { replace: true });
  };
  return (
    <Page aria-busy={!items && !error}>
      <h1>{t('common:screens.compare')}</h1>
      {isCut ? <Notice>{t('compare.cut', { count: ids.length })}</Notice> : null}
      {missing > 0 ? <Notice>{t('compare.missing', { count: missing })}</Notice> : null}
      {items && items.length > 1 ? (
        <Comparison items={items} company={user.company?.name ?? null} onDrop={drop} />
      ) : null}
      {items && items.length < 2 ? <SingleService item={items[0]} /> : null}
      {items ? null : (
        <QueryResult
          found={null}
          error={error}
          failure={t('compare.failed')}
          onRetry={refetch}
          skeleton={<Skeleton style={{ height: 320 }} />}
        />
      )}
    </Page>
  );
}
