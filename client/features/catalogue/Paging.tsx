/** Pagination of the results: numbers on wide screens, “More search results” on phones. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Pagination } from '../../design/Pagination.tsx';
import { color, space, type } from '../../design/theme.ts';
import { pageSize } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

const More = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[2]};
  p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export interface PagingProps {
  url: CatalogueUrl;
  numbered: boolean;
  total: number;
  pages: number;
  /** A page number was pressed. */
  onNavigate: () => void;
  onMore: () => void;
}

export function Paging({ url, numbered, total, pages, onNavigate, onMore }: PagingProps) {
  const { t } = useTranslation('dashboard');
  const { page } = url.state;
  if (pages <= 1) return null;
  if (numbered) {
    return <Pagination page={page} pages={pages} hrefOf={url.hrefOf} onNavigate={onNavigate} />;
  }
  return (
    <More>
      <p>{t('shown', { shown: Math.min(page * pageSize, total), total })}</p>
      {page < pages ? (
        <Button wide onClick={onMore}>
          {t('more')}
        </Button>
      ) : (
        <p>{t('end')}</p>
      )}
    </More>
  );
}
