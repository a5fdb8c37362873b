/** Filter panel with the number of results per filter. */
import { useId, useState, type ReactNode } from 'react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { Chip } from '../../design/Chip.tsx';
import { color, space, type } from '../../design/theme.ts';
import { dataClasses } from '../../enums/generated.ts';
import { formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { countFilters, noFilters } from './catalogueUrl.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useFilterCounts } from './useFilterCounts.ts';
import type { TagNames } from './useTagNames.ts';

const shownAtFirst = 24;

const Root = styled(Panel)`
  display: flex;
  flex-direction: column;
  gap: ${space[4]};

  section > p {
    margin-bottom: ${space[2]};
    ${type.sm}
    font-weight: 600;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]};
  }
  small {
    /* A number that comes late moves nothing. */
    min-width: 2ch;
    color: ${color.textMuted};
    ${type.xs}
    text-align: end;
  }
  [aria-pressed='true'] small {
    color: inherit;
  }
  [aria-disabled='true'] {
    border-style: dashed;
    color: ${color.textMuted};
    cursor: default;
  }
`;

interface ChoiceProps {
  isSet: boolean;
  /** Number of services that it would leave; null while loading. */
  count: number | null;
  onToggle: () => void;
  children: ReactNode;
}

/** One filter. What would leave nothing can be read, but not chosen; what is set says so with a tick. */
function Choice({ isSet, count, onToggle, children }: ChoiceProps) {
  const { language } = useLanguage();
  const isEmpty = count === 0 && !isSet;
  return (
    <li>
      <Chip
        aria-pressed={isSet}
        aria-disabled={isEmpty || undefined}
        onClick={isEmpty ? undefined : onToggle}
      >
        {isSet ? <Check size={14} strokeWidth={3} aria-hidden="true" /> : null}
        {children}
        <small>{count === null ? '' : formatNumber(count, language)}</small>
      </Chip>
    </li>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section role="group" aria-labelledby={id}>
      <p id={id}>{name}</p>
      <ul>{children}</ul>
    </section>
  );
}

/** A list with one more or one less. */
const toggled = <Value,>(list: readonly Value[], value: Value): Value[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

export interface FilterPanelProps extends TagNames {
  id: string;
  url: CatalogueUrl;
  /** The name of the reader's company; null without one. */
  company: string | null;
}

export function FilterPanel({ id, url, company, tags: known, tagName }: FilterPanelProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { state, newest, change } = url;
  const numbers = useFilterCounts(state, known);
  const [all, setAll] = useState(false);
  const shown = numbers.tags.filter(
    (tag, index) => all || index < shownAtFirst || state.tags.includes(tag.originalName),
  );
  const ofCompany = company === null ? [] : (['usedHere'] as const);
  return (
    <Root id={id} role="group" aria-label={t('dashboard:filters.label')}>
      <Group name={t('filters.narrow')}>
        {[...ofCompany, 'addedLately' as const].map((filter) => (
          <Choice
            key={filter}
            isSet={state[filter]}
            count={numbers.of(filter)}
            onToggle={() => change({ [filter]: !newest()[filter] })}
          >
            {t(`filters.${filter}`, { company: company ?? '' })}
          </Choice>
        ))}
      </Group>
      {company === null ? null : (
        <Group name={t('filters.allowedFor', { company })}>
          {dataClasses.map((dataClass) => (
            <Choice
              key={dataClass}
              isSet={state.allowedFor.includes(dataClass)}
              count={numbers.ofClass(dataClass)}
              onToggle={() => change({ allowedFor: toggled(newest().allowedFor, dataClass) })}
            >
              {t(`rules.class.${dataClass}`)}
            </Choice>
          ))}
        </Group>
      )}
      <Group name={t('dashboard:tags.label')}>
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
        {!all && shown.length < numbers.tags.length ? (
          <li>
            <Button variant="ghost" onClick={() => setAll(true)}>
              {t('dashboard:tags.all', { count: numbers.tags.length })}
            </Button>
          </li>
        ) : null}
      </Group>
      {countFilters(state) > 0 ? (
        <Button
          onClick={() => {
            document.querySelector<HTMLElement>(`[aria-controls='${id}']`)?.focus();
            change(noFilters);
          }}
        >
          {t('dashboard:filters.clear')}
        </Button>
      ) : null}
    </Root>
  );
}
