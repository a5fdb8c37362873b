/** Toolbar of the results: count, “Approved only”, filters and order. */
import { useCallback, type Ref } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Switch } from '../../design/Checkbox.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { color, from, size, space, type } from '../../design/theme.ts';
import { countFilters, type Sort } from './catalogueUrl.ts';
import { SortButton } from './SortButton.tsx';
import type { CatalogueUrl } from './useCatalogueUrl.ts';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  /* Below the header and the search, which stay in sight. */
  scroll-margin-top: 128px;

  h2 {
    display: flex;
    flex: 1 1 0;
    align-items: center;
    /* As high as the switch, which not everybody has: nothing below shifts. */
    min-height: ${size.control};
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 400;
  }
  /* The count and the switch stand on one line of a phone, in both languages. */
  > label {
    gap: ${space[2]};
    ${type.xs}
    white-space: nowrap;
  }
  /* One row of its own on a phone, in both languages. */
  > div {
    display: flex;
    flex: 1 0 100%;
    gap: ${space[2]};
    min-width: 0;
  }
  ${from.md} {
    h2,
    > label {
      ${type.sm}
    }
    > label {
      margin-inline-end: ${space[2]};
    }
    > div {
      flex: none;
    }
  }
  > div > button {
    padding-inline: 12px;
    white-space: nowrap;
  }
  /* Wraps at enlarged text. */
  button[data-sort] {
    min-width: 0;
    white-space: normal;
  }
  ${from.md} {
    > div > button {
      padding-inline: 16px;
    }
  }
  button[data-filters][aria-expanded='true'] svg {
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
  filtersId: string;
  filtersOpen: boolean;
  onToggleFilters: () => void;
}

export function Toolbar({ headingRef, ...props }: ToolbarProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { state, newest, change } = props.url;
  // The visible switch is not counted.
  const set = countFilters({ ...state, verified: false });
  const changeSort = useCallback((sort: Sort) => change({ sort }), [change]);
  const newestSort = useCallback(() => newest().sort, [newest]);
  return (
    <Root>
      <h2 id={props.headingId} ref={headingRef} tabIndex={-1}>
        {props.count || <VisuallyHidden>{t('common:screens.dashboard')}</VisuallyHidden>}
      </h2>
      {props.hasCompany || state.verified ? (
        <Switch checked={state.verified} onChange={() => change({ verified: !newest().verified })}>
          {t('approvedOnly')}
        </Switch>
      ) : null}
      <div>
        <Button
          data-filters=""
          variant={set > 0 ? 'primary' : 'secondary'}
          aria-expanded={props.filtersOpen}
          aria-controls={props.filtersOpen ? props.filtersId : undefined}
          onClick={props.onToggleFilters}
        >
          {set > 0 ? t('filters.set', { count: set }) : t('filters.button')}
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
        <SortButton
          sort={state.sort}
          newestSort={newestSort}
          isSearched={state.search !== '' || state.concepts.length > 0}
          hasCompany={props.hasCompany}
          singleKeys={props.singleKeys}
          onChange={changeSort}
        />
      </div>
    </Root>
  );
}
