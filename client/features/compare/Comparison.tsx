/** Comparison table of services; its first column stays while the others scroll. */
import { useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';
import { Equal, EqualNot, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, IconButton } from '../../design/Button.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { StatusPill } from '../../items/StatusPill.tsx';
import { VerdictGlyph } from '../../items/VerdictList.tsx';
import { comparedRows, type ComparedItemData, type ComparedRow } from './comparedRows.ts';
import { CompareTable } from './compare.styles.ts';

export interface ComparisonProps {
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
