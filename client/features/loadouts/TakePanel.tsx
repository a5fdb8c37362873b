/** The reader's progress with a loadout, and the button that takes it. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { LoadoutQuery, LoadoutRowFragment } from './generated.ts';
import { groupByState, stateOf, type RowsByState, isQuestion } from './loadoutState.ts';
import { titleOf } from './loadoutText.ts';
import { LoadoutTiles } from './LoadoutTiles.tsx';
import { useTakeLoadout } from './useTakeLoadout.ts';

/** Tiles in one line, and services that a sentence names. */
const maxTiles = 7;
const maxNamed = 3;

/** “2 ready, 1 requested”. */
function useRest({ approved, waiting, may_request: toRequest, refused }: RowsByState): string {
  const { t } = useTranslation('loadouts');
  const questions = waiting.filter(isQuestion).length;
  return (
    [
      ['rest.ready', approved.length],
      ['rest.question', questions],
      ['rest.waiting', waiting.length - questions],
      ['rest.request', toRequest.length],
      ['rest.refused', refused.length],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([key, count]) => t(key, { count }))
    .join(', ');
}

/** Accessible description of the button: services that it marks as used and services that it requests. */
function useHint({ approved, may_request: toRequest }: RowsByState): string {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const named = (
    rows: readonly LoadoutRowFragment[],
    many: 'take.many' | 'take.accessToMany' = 'take.many',
  ) =>
    rows.length > maxNamed
      ? t(many, { count: rows.length })
      : formatList(
          rows.map(({ item }) => titleOf(item, language).text),
          language,
        );
  if (approved.length === 0)
    return t('take.asks', { services: named(toRequest, 'take.accessToMany') });
  if (toRequest.length === 0) return t('take.marks', { services: named(approved) });
  return t('take.both', { marked: named(approved), asked: named(toRequest, 'take.accessToMany') });
}

export interface TakePanelProps {
  loadout: LoadoutQuery['loadout'];
  /** Opens the access request for the services that need one. */
  onRequest: () => void;
}

export function TakePanel({ loadout, onRequest }: TakePanelProps) {
  const { t } = useTranslation('loadouts');
  const { take, isTaking } = useTakeLoadout(loadout.id);
  const { items } = loadout;
  const groups = groupByState(items);
  const rest = useRest(groups);
  const hint = useHint(groups);
  const { approved, may_request: toRequest, used } = groups;
  const isNeeded = approved.length + toRequest.length > 0;
  const press = async () => {
    if (approved.length > 0 && !(await take(approved.map(({ item }) => item.id)))) return;
    if (toRequest.length > 0) onRequest();
  };
  return (
    <section data-part="take" aria-label={t('progressOf')}>
      <div>
        <LoadoutTiles
          rows={items.slice(0, maxTiles).map((row) => ({ item: row.item, state: stateOf(row) }))}
          more={items.length - maxTiles}
        />
        <div data-part="progress">
          {used.length > 0 ? (
            <span>{t('progress', { used: used.length, total: items.length })}</span>
          ) : null}
          {rest === '' ? null : <span>{rest}</span>}
        </div>
        {isNeeded ? (
          <Button
            variant="primary"
            busy={isTaking}
            aria-describedby="loadout-hint"
            onClick={() => void press()}
          >
            {t(approved.length > 0 ? 'take.button' : 'take.request')}
          </Button>
        ) : null}
      </div>
      {isNeeded ? (
        <p id="loadout-hint" data-part="hint">
          {hint}
        </p>
      ) : null}
    </section>
  );
}
