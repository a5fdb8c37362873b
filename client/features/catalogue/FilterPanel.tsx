/** Filters with the number of results that each would leave: a rail on wide screens, a panel below. */
import { useId, useState, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, IconButton } from '../../design/Button.tsx';
import { Checkbox, Switch } from '../../design/Checkbox.tsx';
import { color, from, radius, size, space, type } from '../../design/theme.ts';
import { dataClasses, serviceStages } from '../../enums/generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { useFilterCountsQuery, type DataClass, type ServiceStage } from './generated.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import type { TagNames, CatalogueTag } from './filterNames.ts';
import { filterVariables, type CatalogueState } from './catalogueUrl.ts';

type Switched = 'verified' | 'usedHere' | 'addedLately';

/** Null while a number is loading. */
interface FilterNumbers {
  of(filter: Switched): number | null;
  ofClass(dataClass: DataClass): number | null;
  ofStage(stage: ServiceStage): number | null;
  /** The tags that lead to something beside the other filters, most services first; the chosen ones stay. */
  tags: readonly CatalogueTag[];
}

function useFilterCounts(state: CatalogueState, tags: readonly CatalogueTag[]): FilterNumbers {
  const { data, previousData } = useFilterCountsQuery({
    variables: filterVariables(state),
    fetchPolicy: 'cache-and-network',
  });
  const found = data ?? previousData;
  const byTag = found && new Map(found.tagCounts.map(({ tag, count }) => [tag, count]));
  return {
    of: (filter) => found?.filterCounts[filter] ?? null,
    ofClass: (dataClass) =>
      found?.filterCounts.dataClasses.find((one) => one.dataClass === dataClass)?.count ?? null,
    ofStage: (stage) =>
      found?.filterCounts.stages.find((one) => one.stage === stage)?.count ?? null,
    tags: byTag
      ? tags
          .map((tag) => ({ ...tag, count: byTag.get(tag.originalName) ?? 0 }))
          .filter((tag) => tag.count > 0 || state.tags.includes(tag.originalName))
          .toSorted((one, other) => other.count - one.count)
      : tags,
  };
}

const shownAtFirst = 8;

/** Stays in sight at the foot of the window while the panel scrolls. */
const Foot = styled.div`
  position: sticky;
  bottom: 0;
  display: flex;
  gap: ${space[2]};
  margin: 0 -${space[4]} -${space[4]};
  padding: ${space[3]} ${space[4]} max(${space[3]}, env(safe-area-inset-bottom));
  border-top: 1px solid ${color.border};
  border-radius: 0 0 ${radius.md} ${radius.md};
  background: ${color.surface};

  & > :first-child {
    flex: 1;
  }
`;

const Root = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[4]};
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};
  ${type.sm}

  section > p {
    padding-bottom: 6px;
    ${type.xs}
    font-weight: 650;
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
    column-gap: ${space[6]};
  }
  li > label {
    display: flex;
    gap: 9px;
    min-height: ${size.controlSmall};
    padding-block: 3px;
    line-height: 1.3;
  }
  li > label > span {
    display: flex;
    flex: 1;
    justify-content: space-between;
    gap: ${space[2]};
    min-width: 0;
  }
  /* As wide before the numbers are known, so that no label wraps late. */
  small {
    min-width: 3ch;
    text-align: end;
    color: ${color.textSubtle};
    ${type.xs}
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.04em;
  }
  [data-part='all'] {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${from.xl} {
    gap: 0;
    padding: 0;
    border: 0;
    background: none;

    section + section {
      margin-top: ${space[4]};
      padding-top: ${space[4]};
      border-top: 1px solid ${color.border};
    }
    ul {
      grid-template-columns: minmax(0, 1fr);
    }
    li > label {
      min-height: 28px;
    }
  }
`;

interface ChoiceProps {
  isSet: boolean;
  /** Number of services that it would leave; null while loading. */
  count: number | null;
  isSwitch?: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** Filter option; disabled when it would leave no services. */
function Choice({ isSet, count, isSwitch, onToggle, children }: ChoiceProps) {
  const { language } = useLanguage();
  const isEmpty = count === 0 && !isSet;
  const label = (
    <>
      {children} <small>{count === null ? '–' : formatNumber(count, language)}</small>
    </>
  );
  return (
    <li>
      {isSwitch ? (
        <Switch checked={isSet} disabled={isEmpty} onChange={onToggle}>
          {label}
        </Switch>
      ) : (
        <Checkbox checked={isSet} disabled={isEmpty} onChange={onToggle}>
          {label}
        </Checkbox>
      )}
    </li>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section role="group" aria-labelledby={id}>
      <p id={id}>{name}</p>
      {children}
    </section>
  );
}

const isApprovalTag = (name: string): boolean => name.endsWith('approved');

/** A list with one more or one less. */
const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

export interface FilterPanelProps extends TagNames {
  id: string;
  url: CatalogueUrl;
  /** The name of the reader's company; null without one. */
  company: string | null;
  /** True when the “Approved only” switch is in this panel and not in the toolbar. */
  hasSwitch: boolean;
  /** Number of services that are found. */
  total: number;
  /** Closes the panel; without it the panel is always in sight. */
  onClose?: () => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { id, url, company, hasSwitch, total, onClose, tags: known, tagName } = props;
  const { t } = useTranslation('dashboard');
  const { state, newest, change } = url;
  const numbers = useFilterCounts(state, known);
  const [all, setAll] = useState(false);
  // Approval tags, which admins see, have their switch above.
  const tags = [
    ...numbers.tags.filter(({ originalName }) => !isApprovalTag(originalName)),
    ...numbers.tags.filter(({ originalName }) => isApprovalTag(originalName)),
  ];
  const shown = tags.filter(
    (tag, index) => all || index < shownAtFirst || state.tags.includes(tag.originalName),
  );
  const switched =
    company === null ? [] : [...(hasSwitch ? (['verified'] as const) : []), 'usedHere' as const];
  // Without a decision on any service there is nothing to choose between.
  const hasStages = serviceStages.some(
    (stage) => state.stages.includes(stage) || (stage !== 'listed' && numbers.ofStage(stage)),
  );
  return (
    <Root
      id={id}
      role="group"
      aria-label={t('filters.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose?.();
      }}
    >
      <section>
        <ul>
          {[...switched, 'addedLately' as const].map((filter) => (
            <Choice
              key={filter}
              isSet={state[filter]}
              isSwitch={filter === 'verified'}
              count={numbers.of(filter)}
              onToggle={() => change({ [filter]: !newest()[filter] })}
            >
              {t(`filters.${filter}`, { company: company ?? '' })}
            </Choice>
          ))}
        </ul>
      </section>
      {company === null ? null : (
        <Group name={t('filters.allowedFor', { company })}>
          <ul>
            {dataClasses.map((dataClass) => (
              <Choice
                key={dataClass}
                isSet={state.allowedFor.includes(dataClass)}
                count={numbers.ofClass(dataClass)}
                onToggle={() => change({ allowedFor: toggled(newest().allowedFor, dataClass) })}
              >
                {t(`filters.class.${dataClass}`)}
              </Choice>
            ))}
          </ul>
        </Group>
      )}
      {company !== null && hasStages ? (
        <Group name={t('stage.filter', { company })}>
          <ul>
            {serviceStages.map((stage) => (
              <Choice
                key={stage}
                isSet={state.stages.includes(stage)}
                count={numbers.ofStage(stage)}
                onToggle={() => change({ stages: toggled(newest().stages, stage) })}
              >
                {t(`stage.names.${stage}`)}
              </Choice>
            ))}
          </ul>
        </Group>
      ) : null}
      <Group name={t('tags.button')}>
        <ul>
          {shown.map(({ originalName, count }) => (
            <Choice
              key={originalName}
              isSet={state.tags.includes(originalName)}
              count={count}
              onToggle={() => change({ tags: toggled(newest().tags, originalName) })}
            >
              {tagName(originalName)}
            </Choice>
          ))}
        </ul>
        {!all && shown.length < tags.length ? (
          <button type="button" data-part="all" onClick={() => setAll(true)}>
            {t('tags.all', { count: tags.length })}
          </button>
        ) : null}
      </Group>
      {onClose ? (
        <Foot>
          <Button variant="primary" onClick={onClose}>
            {t('filters.show', { count: total })}
          </Button>
          <IconButton
            label={t('filters.close')}
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
          />
        </Foot>
      ) : null}
    </Root>
  );
}
