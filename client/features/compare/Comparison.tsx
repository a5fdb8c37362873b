/** Comparison table of services; its first column stays while the others scroll. */
import { useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import { Equal, EqualNot, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Button, IconButton } from '../../design/Button.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { StatusPill } from '../../items/StatusPill.tsx';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import { color, from, radius, size, space, type, zIndex } from '../../design/theme.ts';
import { comparedRows, type ComparedItemData, type ComparedRow } from './comparedRows.ts';

const CompareTable = styled.div`
  --about: 0px;
  --column: 152px;
  border: 1px solid ${color.border};
  border-radius: ${radius.md};
  background: ${color.surface};

  /* The names stick below the header of the page. */
  [data-part='names'] {
    position: sticky;
    top: ${size.header};
    z-index: ${zIndex.sticky};
    overflow: hidden;
    border-bottom: 1px solid ${color.border};
    border-radius: ${radius.md} ${radius.md} 0 0;
    background: ${color.surface};
  }
  [data-part='lines'] {
    overflow-x: auto;
    scroll-snap-type: x proximity;
    scroll-padding-left: var(--about);
    border-radius: 0 0 ${radius.md} ${radius.md};
  }
  [data-part='lines']:focus-visible {
    outline-offset: -2px;
  }
  [role='row'] {
    display: grid;
    grid-template-columns: repeat(var(--services), minmax(var(--column), 1fr));
    width: max(100%, calc(var(--about) + var(--services) * var(--column)));
  }
  [data-part='lines'] [role='row'] + [role='row'] {
    border-top: 1px solid ${color.border};
  }
  /* On a phone it is above the row, so that two services stand side by side. */
  [role='rowheader'] {
    position: sticky;
    left: 0;
    grid-column: 1 / -1;
    justify-self: start;
    min-width: 0;
    padding: ${space[2]} ${space[3]} 0;
    color: ${color.textMuted};
    overflow-wrap: break-word;
    hyphens: auto;
    ${type.xs}
  }
  [data-part='corner'] {
    display: none;
  }
  [role='rowheader']::first-letter {
    text-transform: uppercase;
  }
  [data-part='mark'] {
    background: ${color.noneSoft};
  }
  [data-part='mark'] [role='rowheader'] {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    padding-block: ${space[2]};
    color: ${color.text};
    ${type.sm}
    font-weight: 600;
  }
  [role='cell'],
  [role='columnheader'] {
    min-width: 0;
    padding: ${space[2]};
    overflow-wrap: break-word;
    hyphens: auto;
    scroll-snap-align: start;
    ${type.sm}
  }
  [role='rowheader'] + [role='cell'],
  [data-part='corner'] + [role='columnheader'] {
    padding-inline-start: ${space[3]};
  }
  [data-part='names'] [role='row'] {
    align-items: center;
  }
  [role='cell'] > span:not([data-verdict], [data-status]) {
    display: block;
  }
  [role='cell'] > [data-status] {
    max-width: 100%;
    height: auto;
    min-height: 24px;
    white-space: normal;
  }
  [role='cell'] > span:last-child::first-letter {
    text-transform: uppercase;
  }
  [role='columnheader']:not([data-part]) {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[1]};
    padding-block: 0;
    font-weight: 600;
  }
  [role='columnheader'] a {
    min-width: 0;
    padding-block: ${space[2]};
  }
  [data-different] [role='rowheader'] {
    border-inline-start: 3px solid ${color.accent};
    padding-inline-start: 9px;
  }
  ${from.md} {
    --about: 200px;
    --column: 200px;

    [role='cell'],
    [role='columnheader'] {
      padding-inline: ${space[3]};
    }
    /* On a phone the words need the whole width. */
    [role='cell']:has(> [data-verdict]) {
      display: grid;
      grid-template-columns: 24px minmax(0, 1fr);
      gap: 6px;
      align-items: start;
    }

    [role='row'] {
      grid-template-columns: var(--about) repeat(var(--services), minmax(var(--column), 1fr));
    }
    [role='rowheader']:not([data-part='mark'] *) {
      z-index: 1;
      grid-column: auto;
      justify-self: stretch;
      padding-block: ${space[2]};
      background: ${color.surface};
    }
    [data-part='corner'] {
      display: block;
      padding: ${space[2]} ${space[3]};
      color: ${color.textMuted};
      ${type.xs}
    }
  }
  @media print {
    [data-part='names'],
    [data-part='lines'] {
      position: static;
      overflow: visible;
    }
  }
`;

interface ComparisonProps {
  items: readonly ComparedItemData[];
  /** The name of the reader's company; null without one. */
  company: string | null;
  onDrop: (id: string) => void;
}

interface PartProps {
  name: string;
  isDifferent: boolean;
  rows: readonly ComparedRow[];
}

function Part({ name, isDifferent, rows }: PartProps) {
  const Icon = isDifferent ? EqualNot : Equal;
  if (rows.length === 0) return null;
  return (
    <>
      <div role="row" data-part="mark">
        <span role="rowheader">
          <Icon size={18} aria-hidden="true" />
          {name}
        </span>
      </div>
      {rows.map(({ key, name: about, values }) => (
        <div role="row" key={key} data-different={isDifferent ? '' : undefined}>
          <span role="rowheader">{about}</span>
          {values.map(({ text, status, verdict }, place) => (
            // Columns never change places.
            <span role="cell" key={place}>
              {verdict ? <VerdictGlyph verdict={verdict} /> : null}
              {status ? <StatusPill status={status} /> : <span>{text}</span>}
            </span>
          ))}
        </div>
      ))}
    </>
  );
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrow keys scroll by one service while the rows have the focus. */
function useArrowKeyScroll(lines: RefObject<HTMLElement | null>): void {
  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    const place = lines.current;
    if (!place) return undefined;
    // Scrollable content must be reachable by keyboard.
    place.setAttribute('tabindex', '0');
    const turn = (event: KeyboardEvent) => {
      const step = steps[event.key];
      const column = place.querySelector('[role=cell]');
      if (!step || !column || event.target !== place) return;
      event.preventDefault();
      place.scrollBy({ left: step * column.getBoundingClientRect().width });
    };
    place.addEventListener('keydown', turn);
    return () => place.removeEventListener('keydown', turn);
  }, [lines]);
}

/**
 * Keeps the horizontal scroll positions of the names and the rows equal. A programmatic scroll is ignored:
 * it would move the other element back.
 */
function useLinkedScroll(...places: RefObject<HTMLElement | null>[]) {
  const [broughtTo] = useState(() => new WeakMap<HTMLElement, number>());
  return ({ currentTarget: moved }: UIEvent<HTMLElement>) => {
    const { scrollLeft } = moved;
    const isEcho = broughtTo.get(moved) === scrollLeft;
    broughtTo.delete(moved);
    if (isEcho) return;
    for (const { current: place } of places) {
      if (!place || place === moved || place.scrollLeft === scrollLeft) continue;
      place.scrollTo({ left: scrollLeft });
      broughtTo.set(place, place.scrollLeft);
    }
  };
}

export function Comparison({ items, company, onDrop }: ComparisonProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const names = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  useArrowKeyScroll(lines);
  const rows = comparedRows(items, { t, language, company });
  const follow = useLinkedScroll(names, lines);
  const [showsUnknown, setShowsUnknown] = useState(false);
  const isDifferent = (row: ComparedRow) => row.isDifferent;
  const unknown = rows.filter((row) => row.isUnknown);
  const known = rows.filter((row) => showsUnknown || !row.isUnknown);
  return (
    <>
      <CompareTable
        role="table"
        aria-label={t('compare.table')}
        style={{ '--services': items.length }}
      >
        <div role="rowgroup" data-part="names" ref={names} onScroll={follow}>
          <div role="row">
            <span role="columnheader" data-part="corner">
              {t('compare.about')}
            </span>
            {items.map((item) => {
              const title = getTitle(item, language);
              return (
                <span role="columnheader" key={item.id}>
                  <Link to={servicePath(item.id)} lang={title.language}>
                    {title.text}
                  </Link>
                  <IconButton
                    variant="ghost"
                    label={t('dashboard:compare.drop', { title: title.text })}
                    icon={<X size={18} aria-hidden="true" />}
                    onClick={() => onDrop(item.id)}
                  />
                </span>
              );
            })}
          </div>
        </div>
        <div
          role="rowgroup"
          data-part="lines"
          ref={lines}
          aria-label={t('compare.table')}
          onScroll={follow}
        >
          <Part name={t('compare.different')} isDifferent rows={known.filter(isDifferent)} />
          <Part
            name={t('compare.same')}
            isDifferent={false}
            rows={known.filter((row) => !isDifferent(row))}
          />
        </div>
      </CompareTable>
      {unknown.length > 0 && !showsUnknown ? (
        <p>
          <Button variant="ghost" onClick={() => setShowsUnknown(true)}>
            {t('compare.showUnknown', { count: unknown.length })}
          </Button>
        </p>
      ) : null}
    </>
  );
}
