/** The tags of the catalogue as chips to switch on and off; the most used ones first. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { Chip } from '../../design/Chip.tsx';
import { color, space, type } from '../../design/theme.ts';
import type { CatalogueUrl } from './useCatalogueUrl.ts';
import { useTagCounts } from './useTagCounts.ts';
import type { TagNames } from './useTagNames.ts';

const shownAtFirst = 24;

const Tags = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};

  small {
    color: ${color.textMuted};
    ${type.xs}
  }
  [aria-pressed='true'] small {
    color: inherit;
  }
`;

export interface TagFilterProps extends TagNames {
  id: string;
  url: CatalogueUrl;
}

export function TagFilter({ id, url: { state, change }, tags: known, tagName }: TagFilterProps) {
  const { t } = useTranslation('dashboard');
  const tags = useTagCounts(state, known);
  const [all, setAll] = useState(false);
  const shown = tags.filter(
    (tag, index) => all || index < shownAtFirst || state.tags.includes(tag.originalName),
  );
  const toggle = (tag: string) =>
    change({
      tags: state.tags.includes(tag)
        ? state.tags.filter((one) => one !== tag)
        : [...state.tags, tag],
    });
  return (
    <Panel id={id} role="group" aria-label={t('tags.label')}>
      <Tags>
        {shown.map(({ originalName, count }) => (
          <li key={originalName}>
            <Chip
              aria-pressed={state.tags.includes(originalName)}
              onClick={() => toggle(originalName)}
            >
              {tagName(originalName)}
              <small>{count}</small>
            </Chip>
          </li>
        ))}
        {!all && shown.length < tags.length ? (
          <li>
            <Button variant="ghost" onClick={() => setAll(true)}>
              {t('tags.all', { count: tags.length })}
            </Button>
          </li>
        ) : null}
      </Tags>
    </Panel>
  );
}
