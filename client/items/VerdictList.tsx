/** Verdict of a company on each class of data, with the condition under its row. */
import { Check, CircleAlert, Clock, MessageCircleQuestionMark, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { color, space, type } from '../design/theme.ts';
import type { EffectiveDataVerdict, ToldRulesFragment } from './generated.ts';
import { chooseText } from '../i18n/bilingual.ts';
import { useLanguage } from '../i18n/useLanguage.ts';

const looks: Record<
  EffectiveDataVerdict,
  { icon: typeof Check | null; ground: string; ink: string }
> = {
  yes: { icon: Check, ground: color.accentSoft, ink: color.accentSoftText },
  yes_if: { icon: CircleAlert, ground: color.warningSoft, ink: color.warningSoftText },
  ask: { icon: MessageCircleQuestionMark, ground: color.infoSoft, ink: color.infoSoftText },
  being_checked: { icon: Clock, ground: color.infoSoft, ink: color.infoSoftText },
  no: { icon: X, ground: color.dangerSoft, ink: color.dangerSoftText },
  undecided: { icon: null, ground: 'transparent', ink: color.textMuted },
};

const Glyph = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 22px;
  height: 22px;
  border-radius: 6px;

  &[data-verdict='undecided']::after {
    content: '';
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: ${color.borderStrong};
  }
  ${Object.entries(looks).map(
    ([verdict, { ground, ink }]) => css`
      &[data-verdict='${verdict}'] {
        background: ${ground};
        color: ${ink};
      }
    `,
  )}
`;

/** Decorative: the word stands beside it. */
export function VerdictGlyph({ verdict }: { verdict: EffectiveDataVerdict }) {
  const Icon = looks[verdict].icon;
  return (
    <Glyph data-verdict={verdict} aria-hidden="true">
      {Icon ? <Icon size={14} strokeWidth={2.6} /> : null}
    </Glyph>
  );
}

const List = styled.dl`
  display: grid;
  gap: ${space[2]};
  ${type.sm}

  & > div {
    display: grid;
    grid-template-columns: 22px 1fr auto;
    gap: 1px 10px;
    align-items: start;
  }
  dt {
    padding-top: 1px;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  dd {
    padding-top: 1px;
    font-weight: 600;
    white-space: nowrap;
  }
  [data-part='condition'] {
    grid-column: 2 / -1;
    color: ${color.textMuted};
    font-weight: 400;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  ${Object.entries(looks).map(
    ([verdict, { ink }]) => css`
      [data-verdict='${verdict}'] dd:nth-of-type(1) {
        color: ${ink};
      }
    `,
  )}
`;

/** Needs the texts of `service`. */
export function VerdictList({ rules }: { rules: ToldRulesFragment }) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  return (
    <List>
      {rules.verdicts.map(({ dataClass, verdict, conditionRu, conditionEn }) => {
        const condition = chooseText(conditionRu, conditionEn, language);
        const owner = verdict === 'ask' ? rules.owner : null;
        return (
          <div key={dataClass} data-verdict={verdict}>
            <VerdictGlyph verdict={verdict} />
            <dt>{t(`dashboard:filters.class.${dataClass}`)}</dt>
            <dd>{t(`rules.verdict.${verdict}`)}</dd>
            {condition.text ? (
              <dd data-part="condition" lang={condition.language}>
                {condition.text}
              </dd>
            ) : owner ? (
              <dd data-part="condition">{owner}</dd>
            ) : null}
          </div>
        );
      })}
    </List>
  );
}
