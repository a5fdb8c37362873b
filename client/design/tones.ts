/** The soft colours of a tone: of a notice, a badge, a ribbon. */
import { css } from 'styled-components';
import { color } from './theme.ts';

const softTones = {
  accent: css`
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  `,
  ember: css`
    background: ${color.emberSoft};
    color: ${color.emberSoftText};
  `,
  success: css`
    background: ${color.successSoft};
    color: ${color.successSoftText};
  `,
  warning: css`
    background: ${color.warningSoft};
    color: ${color.warningSoftText};
  `,
  danger: css`
    background: ${color.dangerSoft};
    color: ${color.dangerSoftText};
  `,
  info: css`
    background: ${color.infoSoft};
    color: ${color.infoSoftText};
  `,
};

export type SoftTone = keyof typeof softTones;

/** The colours of one tone. */
export const softTone = (tone: SoftTone) => softTones[tone];

/** The colours of the tone that `data-tone` names. */
export const softToneByData = Object.entries(softTones).map(
  ([tone, colors]) => css`
    &[data-tone='${tone}'] {
      ${colors}
    }
  `,
);
