/** Design tokens as CSS values. */
import tokens from './tokens.json' with { type: 'json' };

export type ColourName = keyof typeof tokens.color.light;
export type TypeName = keyof typeof tokens.type;

const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const entries = (record: object) => Object.entries(record) as Array<[string, string]>;

/** `color.accentSoft` is `var(--accent-soft)`; its value depends on the colour mode. */
export const color = Object.fromEntries(
  Object.keys(tokens.color.light).map((name) => [name, `var(--${kebab(name)})`]),
) as Record<ColourName, string>;

/** The declarations of all colours of one mode, for `:root`. */
export const colourDeclarations = (mode: 'light' | 'dark'): string =>
  entries(tokens.color[mode])
    .map(([name, value]) => `--${kebab(name)}: ${value};`)
    .join('\n');

export const font = tokens.font;
export const radius = { ...tokens.radius, cut: '22px' };
export const shadow = tokens.shadow;
export const zIndex = tokens.z;

/** Steps of four pixels: `space[4]` is 16px. */
export const space = tokens.space;
export const size = tokens.size;
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
