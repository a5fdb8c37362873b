/** Approved alternatives to a service, offered before a request for access. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Notice } from '../../design/Notice.tsx';
import { useApprovedInsteadQuery, type ApprovedInsteadQuery } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';

type Item = ApprovedInsteadQuery['knowledgeItem']['alternatives'][number]['item'];

/** Approved alternatives; null while loading, empty after a failure. */
export function useApprovedAlternatives(itemId: string): readonly Item[] | null {
  const { data, loading } = useApprovedInsteadQuery({ variables: { id: itemId } });
  if (loading) return null;
  return (data?.knowledgeItem.alternatives ?? [])
    .map(({ item }) => item)
    .filter(({ isVerified }) => isVerified);
}

/** Large enough for a finger, also inside a sentence. */
const Title = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
`;

/** Renders nothing without items. */
export function ApprovedAlternatives({ items }: { items: readonly Item[] }) {
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
