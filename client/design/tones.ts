/** Soft colours by tone, for notices, badges and ribbons. */
import { css } from 'styled-components';
import { color } from './theme.ts';

/** Background and text. */
const softTones = {
  accent: [color.accentSoft, color.accentSoftText],
  ember: [color.emberSoft, color.emberSoftText],
  success: [color.successSoft, color.successSoftText],
  warning: [color.warningSoft, color.warningSoftText],
  danger: [color.dangerSoft, color.dangerSoftText],
  info: [color.infoSoft, color.infoSoftText],
} as const;

export type SoftTone = keyof typeof softTones;

/** The colours of one tone. */
const softTone = (tone: SoftTone) => css`
  background: ${softTones[tone][0]};
  color: ${softTones[tone][1]};
`;

/** The colours of the tone that `data-tone` names. */
export const softToneByData = (Object.keys(softTones) as SoftTone[]).map(
  (tone) => css`
    &[data-tone='${tone}'] {
      ${softTone(tone)}
    }
  `,
);
