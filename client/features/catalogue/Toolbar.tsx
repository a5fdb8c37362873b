/** Bar of the results: count, applied filters, order and view. */
import { useCallback, type ReactNode, type RefObject } from 'react';
import { LayoutGrid, Plus, Rows3, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Switch } from '../../design/Checkbox.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { color, from, radius, size, space, type } from '../../design/theme.ts';
import { RemovableChip } from '../../design/Chip.tsx';
import { countFilters, noFilters, type Sort } from './catalogueUrl.ts';
import { setCatalogueView, useCatalogueView } from './catalogueView.ts';
import { SortButton } from './SortButton.tsx';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useConceptNames } from './filterNames.ts';

interface AppliedFiltersProps {
  url: CatalogueUrl;
  company: string | null;
  tagName: (tag: string) => string;
  /** Takes the focus of a chip that is gone. */
  onRemoved: () => void;
}

/** Applied filters as chips, each with a press that removes it. */
function AppliedFilters({ url, company, tagName, onRemoved }: AppliedFiltersProps) {
  const { t } = useTranslation('dashboard');
  const { state, newest, change } = url;
  const conceptName = useConceptNames(state.concepts);
  const of = { company: company ?? '' };
  const switched = (['verified', 'usedHere', 'addedLately'] as const).filter((one) => state[one]);
  const chips = [
    ...state.concepts.map((id) => ({
      key: `concept ${id}`,
      name: conceptName(id),
      removeLabel: t('search.removeConcept', { name: conceptName(id) }),
      remove: () => change({ concepts: newest().concepts.filter((one) => one !== id) }),
    })),
    ...state.tags.map((tag) => ({
      key: `tag ${tag}`,
      name: tagName(tag),
      removeLabel: t('search.removeTag', { tag: tagName(tag) }),
      remove: () => change({ tags: newest().tags.filter((one) => one !== tag) }),
    })),
    ...switched.map((filter) => ({
      key: filter,
      name: t(`filters.${filter}`, of),
      removeLabel: t('filters.remove', { filter: t(`filters.${filter}`, of) }),
      remove: () => change({ [filter]: false }),
    })),
    ...state.allowedFor.map((dataClass) => ({
      key: dataClass,
      name: t(`filters.class.${dataClass}`),
      removeLabel: t('filters.remove', { filter: t(`filters.class.${dataClass}`) }),
      remove: () => change({ allowedFor: newest().allowedFor.filter((one) => one !== dataClass) }),
    })),
    ...state.stages.map((stage) => ({
      key: stage,
      name: t(`stage.names.${stage}`),
      removeLabel: t('filters.remove', { filter: t(`stage.names.${stage}`) }),
      remove: () => change({ stages: newest().stages.filter((one) => one !== stage) }),
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <div data-part="applied">
      {chips.map(({ key, name, removeLabel, remove }) => (
        <RemovableChip
          key={key}
          removeLabel={removeLabel}
          onRemove={() => {
            onRemoved();
            remove();
          }}
        >
          {name}
        </RemovableChip>
      ))}
      <button
        type="button"
        data-part="clear"
        aria-label={t('filters.clearName')}
        onClick={() => {
          onRemoved();
          change({ ...noFilters, concepts: [] });
        }}
      >
        {t('filters.clear')}
      </button>
    </div>
  );
}

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[1]} ${space[2]};
  min-height: ${size.controlSmall};
  /* Below the search, which stays in sight. */
  scroll-margin-top: 72px;

  h2 {
    min-height: 24px;
    ${type.xs}
    font-weight: 600;
    line-height: 24px;
    white-space: nowrap;
  }
  [data-part='tools'] > label {
    gap: ${space[2]};
    min-height: ${size.controlSmall};
    white-space: nowrap;
  }
  [data-part='tools'] {
    display: flex;
    flex: 1 0 100%;
    /* For wider letters. */
    flex-wrap: wrap;
    order: -1;
    gap: ${space[2]};
    min-width: 0;
  }
  [data-part='tools'] > button {
    flex: 1 1 auto;
    padding-inline: ${space[2]};
    white-space: nowrap;
  }
  /* One line, in which the name of the order takes two at worst. */
  @media (max-width: 479px) {
    [data-part='tools'] {
      flex-wrap: nowrap;
      gap: 6px;
    }
    button[data-sort] > svg,
    button[data-filters='set'] > svg {
      display: none;
    }
    button[data-sort] {
      min-width: 0;
    }
    button[data-sort] > span {
      line-height: 16px;
      text-align: start;
      white-space: normal;
    }
    button[data-filters] {
      flex: none;
    }
  }
  [data-part='tools'] > a {
    width: ${size.controlSmall};
    padding: 0;
    flex: none;
  }
  [data-part='applied'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]};
  }
  [data-chosen] {
    min-height: 28px;
    padding: 0 2px 0 10px;
    border-color: transparent;
    border-radius: ${radius.lg};
    ${type.xs}
    font-weight: 550;
  }
  [data-chosen] button {
    width: 26px;
    height: 26px;
    margin: 0;
    border-radius: 50%;
  }
  [data-part='clear'] {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    ${type.xs}
    font-weight: 500;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  [data-part='progress'] {
    display: inline-flex;
    margin-inline-start: auto;
    min-width: 0;
  }
  ${from.xl} {
    scroll-margin-top: ${space[4]};
  }
  ${from.md} {
    row-gap: ${space[2]};
    h2 {
      ${type.sm}
      font-weight: 600;
      line-height: 24px;
    }
    [data-part='tools'] {
      flex: none;
      order: 0;
      margin-inline-start: auto;
    }
    [data-part='tools'] > button {
      padding-inline: 11px;
    }
  }
`;

interface ToolbarProps {
  url: CatalogueUrl;
  headingId: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The count in words; empty as long as it is not known. */
  count: string;
  company: string | null;
  tagName: (tag: string) => string;
  filtersId: string;
  /** Null where the filters are always in sight. */
  filtersOpen: boolean | null;
  onToggleFilters: () => void;
  isPhone: boolean;
  /** The reader's progress, on a phone. */
  progress?: ReactNode;
}

const icon = { size: 16, 'aria-hidden': true } as const;

export function Toolbar({ headingRef, isPhone, filtersOpen, ...props }: ToolbarProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { state, newest, change } = props.url;
  const view = useCatalogueView();
  const hasCompany = props.company !== null;
  // The visible switch is not counted.
  const hasSwitch = filtersOpen !== null && !isPhone && (hasCompany || state.verified);
  const set = countFilters(hasSwitch ? { ...state, verified: false } : state);
  const changeSort = useCallback((sort: Sort) => change({ sort }), [change]);
  const newestSort = useCallback(() => newest().sort, [newest]);
  return (
    <Root>
      <h2 id={props.headingId} ref={headingRef} tabIndex={-1}>
        {props.count || <VisuallyHidden>{t('common:screens.dashboard')}</VisuallyHidden>}
      </h2>
      <AppliedFilters
        url={props.url}
        company={props.company}
        tagName={props.tagName}
        onRemoved={() => headingRef.current?.focus({ preventScroll: true })}
      />
      {props.progress ? <span data-part="progress">{props.progress}</span> : null}
      <div data-part="tools">
        {hasSwitch ? (
          <Switch
            checked={state.verified}
            onChange={() => change({ verified: !newest().verified })}
          >
            {t('approvedOnly')}
          </Switch>
        ) : null}
        {filtersOpen === null ? null : (
          <Button
            size="small"
            data-filters={set > 0 ? 'set' : ''}
            icon={<SlidersHorizontal {...icon} />}
            aria-expanded={filtersOpen}
            aria-controls={filtersOpen ? props.filtersId : undefined}
            onClick={props.onToggleFilters}
          >
            {set > 0 ? t('filters.set', { count: set }) : t('filters.button')}
          </Button>
        )}
        <SortButton
          sort={state.sort}
          newestSort={newestSort}
          isSearched={state.search !== '' || state.concepts.length > 0}
          hasCompany={hasCompany}
          onChange={changeSort}
        />
        {isPhone ? (
          <ButtonLink to="/profile/requests?propose" aria-label={t('propose.title')} size="small">
            <Plus {...icon} />
          </ButtonLink>
        ) : (
          <SegmentedControl
            label={t('view.label')}
            value={view}
            options={[
              { value: 'cards', label: <LayoutGrid {...icon} />, name: t('view.cards') },
              { value: 'rows', label: <Rows3 {...icon} />, name: t('view.rows') },
            ]}
            onChange={setCatalogueView}
          />
        )}
      </div>
    </Root>
  );
}
