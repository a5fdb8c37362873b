/** Design tokens as CSS values, and the soft colours by tone. */
import { css } from 'styled-components';
import type colours from './colours.json';
import tokens from './tokens.json' with { type: 'json' };

type ColourName = keyof (typeof colours)['light'];
type TypeName = keyof typeof tokens.type;

export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `color.accentSoft` is `var(--accent-soft)`. The values depend on the colour mode; the page's own style sheet has them. */
export const color = new Proxy({} as Record<ColourName, string>, {
  get: (_, name) => `var(--${kebab(String(name))})`,
});

export const font = tokens.font;
export const radius = tokens.radius;
export const shadow = tokens.shadow;
export const zIndex = tokens.z;

/** Steps of four pixels: `space[4]` is 16px. */
export const space = tokens.space;
/** Controls are larger below 768 px, where fingers press them: see `--control-size` in globalStyle.ts. */
export const size = {
  ...tokens.size,
  control: 'var(--control-size)',
  controlSmall: 'var(--control-size-small)',
};
/** Share of a tile's edge that its corner loses. */
export const tileCut = 0.23;
export const layout = tokens.layout;

const typeRule = (style: {
  size: string;
  line: number;
  weight?: number;
  tracking?: string;
}): string =>
  [
    `font-size: ${style.size};`,
    `line-height: ${style.line};`,
    style.weight ? `font-weight: ${style.weight};` : '',
    style.tracking ? `letter-spacing: ${style.tracking};` : '',
  ].join(' ');

/** `${type.sm}` sets size, line height and, where the token has them, weight and tracking. */
export const type = Object.fromEntries(
  Object.entries(tokens.type).map(([name, style]) => [name, typeRule(style)]),
) as Record<TypeName, string>;

/** Widths from which a wider layout applies: `${from.md} { … }`. */
export const from = {
  sm: `@media (min-width: ${tokens.layout.breakpoints.sm})`,
  md: `@media (min-width: ${tokens.layout.breakpoints.md})`,
  lg: `@media (min-width: ${tokens.layout.breakpoints.lg})`,
  xl: `@media (min-width: ${tokens.layout.breakpoints.xl})`,
};

/** A transition of the given properties; GlobalStyle switches all of them off for reduced motion. */
export const transition = (...properties: string[]): string =>
  `transition: ${properties
    .map((property) => `${property} ${tokens.motion.fast} ${tokens.motion.ease}`)
    .join(', ')};`;

/** Numbers, wordmark and tile letters: Tektur with figures of equal width. */
export const displayType = `font-family: ${tokens.font.display}; font-variant-numeric: tabular-nums;`;

/** Background and text. */
const softTones = {
  accent: [color.accentSoft, color.accentSoftText],
  ember: [color.emberSoft, color.emberSoftText],
  success: [color.successSoft, color.successSoftText],
  warning: [color.warningSoft, color.warningSoftText],
  danger: [color.dangerSoft, color.dangerSoftText],
  info: [color.infoSoft, color.infoSoftText],
} as const;

/** Soft colours by tone, for notices, badges and ribbons. */
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
