// The colours of the splash scene in linear light, made of the night colours of the design tokens.

const toLinear = (hex) =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

const blend = (first, share, second, rest) =>
  first.map((value, k) => value * share + second[k] * rest);

export const pine = toLinear('#0E1413');
export const stone = toLinear('#283532');
export const mint = toLinear('#58DDB4');
export const ember = toLinear('#FFB067');
export const emberDeep = toLinear('#B4430B');

/** The lamps above the tiles: mint with some of the text colour, so that the stone keeps its own. */
export const moon = blend(mint, 0.62, toLinear('#ECF1EC'), 0.21);

/** What the ember item throws on the tiles: deeper than its face, a warm pool and not a beige one. */
export const fire = blend(ember, 0.5, emberDeep, 0.75);

/** The face of the ember item, richer than its token because the film curve pales it. */
export const face = ember.map((value, k) => value * [1.2, 0.92, 0.72][k]);
