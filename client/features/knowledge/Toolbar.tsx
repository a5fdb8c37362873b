/** How many were found, and the controls of the list: tags, order, approved only. */
import { useCallback, type Ref } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { color, from, space, type } from '../../design/theme.ts';
import type { Sort } from './catalogueUrl.ts';
import { SortButton } from './SortButton.tsx';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { VerifiedSwitch } from './VerifiedSwitch.tsx';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  /* Below the header and the search, which stay in sight. */
  scroll-margin-top: 128px;

  h2 {
    flex: 1 0 100%;
    min-height: 1.5em;
    color: ${color.textMuted};
    ${type.sm}
    font-weight: 400;
  }
  ${from.md} {
    h2 {
      flex: 1 1 0;
    }
  }
  button[aria-expanded='true'] svg {
    transform: rotate(180deg);
  }
`;

export interface ToolbarProps {
  url: CatalogueUrl;
  headingId: string;
  headingRef: Ref<HTMLHeadingElement>;
  /** The count in words; empty as long as it is not known. */
  count: string;
  hasCompany: boolean;
  /** Whether shortcuts of one character work. */
  singleKeys: boolean;
  tagsId: string;
  tagsOpen: boolean;
  onToggleTags: () => void;
}

export function Toolbar({ headingRef, ...props }: ToolbarProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { state, change } = props.url;
  const changeSort = useCallback((sort: Sort) => change({ sort }), [change]);
  return (
    <Root>
      <h2 id={props.headingId} ref={headingRef} tabIndex={-1}>
        {props.count || <VisuallyHidden>{t('common:screens.dashboard')}</VisuallyHidden>}
      </h2>
      <Button
        aria-expanded={props.tagsOpen}
        aria-controls={props.tagsOpen ? props.tagsId : undefined}
        onClick={props.onToggleTags}
      >
        {t('tags.button')}
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <SortButton sort={state.sort} singleKeys={props.singleKeys} onChange={changeSort} />
      {props.hasCompany || state.verified ? (
        <VerifiedSwitch checked={state.verified} onChange={(verified) => change({ verified })} />
      ) : null}
    </Root>
  );
}
