/** Data that the services of a loadout may take at the reader's company, class by class. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { color, space, type } from '../../design/theme.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { LoadoutQuery } from './generated.ts';
import { titleOf } from './loadoutText.ts';

const List = styled.ul`
  display: grid;
  gap: ${space[3]};
  margin-top: ${space[2]};
  ${type.sm}

  li > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[2]};
  }
  b {
    font-weight: 600;
    white-space: nowrap;
  }
  [data-verdict='yes'] {
    color: ${color.accent};
  }
  [data-verdict='conditions'] {
    color: ${color.warning};
  }
  [data-verdict='none'] {
    color: ${color.danger};
  }
  [data-verdict='open'] {
    color: ${color.textMuted};
  }
  li > span {
    display: flex;
    gap: 3px;
    margin-top: 5px;
  }
`;

/** One service of the bar; also in the legend. */
const Segment = styled.i`
  flex: 1;
  height: 7px;
  border-radius: 1px;
  background: ${color.borderStrong};
  transform: skewX(-14deg);

  &[data-verdict='yes'] {
    background: ${color.accent};
  }
  &[data-verdict='conditions'] {
    background: ${color.warning};
  }
  &[data-verdict='no'] {
    background: repeating-linear-gradient(90deg, ${color.borderStrong} 0 2px, transparent 2px 5px);
  }
  &[data-verdict='open'] {
    background: none;
    box-shadow: inset 0 0 0 1px ${color.borderStrong};
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
`;

const Legend = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} 14px;
  margin-top: ${space[3]};
  color: ${color.textMuted};
  ${type.xs}

  span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  i {
    flex: none;
    width: 14px;
  }
`;

type Class = NonNullable<LoadoutQuery['loadout']['dataClasses']>[number];

const tone = ({ yes, yesIf, no }: Class): 'yes' | 'conditions' | 'none' | 'open' => {
  if (yesIf > 0) return 'conditions';
  if (yes > 0) return 'yes';
  return no > 0 ? 'none' : 'open';
};

function Bar({ counts }: { counts: Class }) {
  const { yes, yesIf, ask, no, undecided } = counts;
  const segments = [
    ...Array.from({ length: yes }, () => 'yes'),
    ...Array.from({ length: yesIf }, () => 'conditions'),
    ...Array.from({ length: no }, () => 'no'),
    ...Array.from({ length: ask + undecided }, () => 'open'),
  ];
  return (
    <span aria-hidden="true">
      {segments.map((verdict, place) => (
        <Segment key={`${verdict} ${place}`} data-verdict={verdict} />
      ))}
    </span>
  );
}

/** “5 of 7 can take public material, 2 can take source code. Figma isn't decided yet.” */
function useSentence({ dataClasses, undecidedItems, items }: LoadoutQuery['loadout']): string {
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const allowed = (wanted: Class['dataClass']) => {
    const counts = dataClasses?.find(({ dataClass }) => dataClass === wanted);
    return counts ? counts.yes + counts.yesIf : 0;
  };
  const sentence = t('data.sentence', {
    first: allowed('public_material'),
    second: allowed('source_code'),
    total: items.length,
  });
  if (undecidedItems.length === 0) return sentence;
  const services =
    undecidedItems.length > 3
      ? t('take.many', { count: undecidedItems.length })
      : formatList(
          undecidedItems.map((item) => titleOf(item, language).text),
          language,
        );
  return `${sentence} ${t('data.undecided', { count: undecidedItems.length, services })}`;
}

export function DataSummary({ loadout }: { loadout: LoadoutQuery['loadout'] }) {
  const { t } = useTranslation(['loadouts', 'service', 'dashboard']);
  const id = useId();
  const sentence = useSentence(loadout);
  const { dataClasses, items } = loadout;
  if (items.length === 0) return null;
  const legend = [
    ['yes', t('data.yes')],
    ['conditions', t('data.conditions')],
    ['no', t('service:rules.verdict.no')],
    ['open', t('data.open')],
  ] as const;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('data.title')}</h2>
      <p data-part="muted">{dataClasses ? sentence : t('data.noCompany')}</p>
      {dataClasses ? (
        <>
          <List>
            {dataClasses.map((counts) => {
              const count = counts.yes + counts.yesIf;
              return (
                <li key={counts.dataClass}>
                  <div>
                    <span>{t(`dashboard:filters.class.${counts.dataClass}`)}</span>{' '}
                    <b data-verdict={tone(counts)}>
                      {count > 0
                        ? t('data.share', { count, total: items.length })
                        : t(counts.no > 0 ? 'data.none' : 'data.open')}
                    </b>
                  </div>
                  <Bar counts={counts} />
                </li>
              );
            })}
          </List>
          <Legend aria-hidden="true">
            {legend.map(([verdict, word]) => (
              <span key={verdict}>
                <Segment data-verdict={verdict} />
                {word}
              </span>
            ))}
          </Legend>
        </>
      ) : null}
    </section>
  );
}
