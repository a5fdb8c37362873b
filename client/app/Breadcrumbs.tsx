/** Breadcrumbs in the header; the wordmark resets the search and reloads the dashboard. */
import type { MouseEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { dropPendingLocation } from '../browser/pendingLocation.ts';
import { Wordmark } from '../design/Wordmark.tsx';
import { color, from, size, space, type } from '../design/theme.ts';
import { paths } from './paths.ts';
import { refetchActive } from '../items/refetch.ts';
import { useScreenName } from './screenName.ts';
import { useShownScreens } from './screens.tsx';

const Root = styled.nav`
  container-type: inline-size;
  min-width: 0;

  ol {
    display: flex;
    align-items: center;
    gap: ${space[3]};
    min-width: 0;
  }
`;

const Crumb = styled.li`
  display: none;
  min-width: 0;
  overflow: hidden;
  color: ${color.textMuted};
  ${type.sm}
  text-overflow: ellipsis;
  white-space: nowrap;
  ${from.lg} {
    display: block;
  }
  &::before {
    content: '/';
    margin-inline-end: ${space[3]};
    color: ${color.borderStrong};
  }
`;

/** Back link that replaces the breadcrumbs on narrow screens. */
const Back = styled.li`
  flex: none;
  margin-inline: -${space[3]};

  a {
    justify-content: center;
    width: ${size.control};
    height: ${size.control};
  }
  ${from.lg} {
    display: none;
  }
`;

export function Breadcrumbs() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const navigate = useNavigate();
  const name = useScreenName();
  const crumbs = useShownScreens().flatMap(({ title }) => (title ? [title(t)] : []));
  const isHome = useLocation().pathname === paths.dashboard;
  /** Goes back in the history, or to the catalogue when this screen was opened first. */
  const goBack = (event: MouseEvent) => {
    const { idx } = (history.state ?? {}) as { idx?: number };
    if (!idx || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  const goHome = () => {
    dropPendingLocation();
    void navigate(paths.dashboard);
    if (!isHome) return;
    scrollTo(0, 0);
    // Once the search is reset; a dashboard that is opened loads its data by itself.
    setTimeout(() => void refetchActive(client));
  };
  return (
    <Root aria-label={t('breadcrumbs')}>
      <ol>
        {isHome ? null : (
          <Back>
            <Link to={paths.dashboard} aria-label={t('actions.back')} onClick={goBack}>
              <ChevronLeft size={20} aria-hidden="true" />
            </Link>
          </Back>
        )}
        <li>
          <Link
            to={paths.dashboard}
            aria-label={t('homeLink')}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              goHome();
            }}
          >
            <Wordmark />
          </Link>
        </li>
        {crumbs.map((crumb, index) => (
          <Crumb key={crumb} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {(index === crumbs.length - 1 ? name : null) ?? crumb}
          </Crumb>
        ))}
      </ol>
    </Root>
  );
}
