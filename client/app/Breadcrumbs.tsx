/** Breadcrumbs in the header; the wordmark resets the search and reloads the dashboard. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Link, useMatches, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { dropPendingLocation } from '../browser/pendingLocation.ts';
import { Wordmark } from '../design/Wordmark.tsx';
import { color, from, space, type } from '../design/theme.ts';
import { paths } from './paths.ts';
import { refetchActive } from './refetchActive.ts';
import { useScreenName } from './screenName.ts';
import type { ScreenHandle } from './screens.tsx';

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
  ${from.md} {
    display: block;
  }
  &::before {
    content: '/';
    margin-inline-end: ${space[3]};
    color: ${color.borderStrong};
  }
`;

export function Breadcrumbs() {
  const { t } = useTranslation();
  const client = useApolloClient();
  const navigate = useNavigate();
  const name = useScreenName();
  const crumbs = useMatches()
    .map((match) => ({ id: match.id, handle: match.handle as ScreenHandle | undefined }))
    .filter(({ handle }) => handle?.title);
  const goHome = async () => {
    dropPendingLocation();
    await navigate(paths.dashboard);
    await refetchActive(client);
  };
  return (
    <Root aria-label={t('breadcrumbs')}>
      <ol>
        <li>
          <Link
            to={paths.dashboard}
            aria-label={t('homeLink')}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              void goHome();
            }}
          >
            <Wordmark />
          </Link>
        </li>
        {crumbs.map(({ id, handle }, index) => (
          <Crumb key={id} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {(index === crumbs.length - 1 ? name : null) ?? handle?.title(t)}
          </Crumb>
        ))}
      </ol>
    </Root>
  );
}
