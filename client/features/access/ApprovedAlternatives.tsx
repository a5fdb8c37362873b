/** Before one asks for access: what the own company has approved already and may do in its place. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Notice } from '../../design/Notice.tsx';
import { useApprovedInsteadQuery, type ApprovedInsteadQuery } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';

type Item = ApprovedInsteadQuery['knowledgeItem']['alternatives'][number]['item'];

/** What is approved already; null until it is known, and nothing after a failure: one may always ask. */
export function useApprovedInstead(itemId: string): readonly Item[] | null {
  const { data, loading } = useApprovedInsteadQuery({ variables: { id: itemId } });
  if (loading) return null;
  return (data?.knowledgeItem.alternatives ?? [])
    .map(({ item }) => item)
    .filter(({ isVerified }) => isVerified);
}

/** As high as a finger needs, also inside a sentence. */
const Title = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
`;

/** Nothing where there is none. */
export function ApprovedInstead({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (items.length === 0) return null;
  return (
    <Notice tone="info">
      {t('access.instead')}{' '}
      {items.map((item, place) => {
        const title = getTitle(item, language);
        return (
          <span key={item.id}>
            {place > 0 ? ', ' : null}
            <Title to={servicePath(item.id)} lang={title.language}>
              {title.text}
            </Title>
          </span>
        );
      })}
    </Notice>
  );
}
