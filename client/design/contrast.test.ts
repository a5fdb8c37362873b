/** Contrast of the token pairs by the formula of WCAG 2. */
import colours from './colours.json' with { type: 'json' };

type Mode = keyof typeof colours;
type Name = keyof (typeof colours)['light'];

const channel = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (mode: Mode, a: Name, b: Name) => {
  const [light = 0, dark = 0] = [colours[mode][a], colours[mode][b]]
    .map(luminance)
    .sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const text: Array<[Name, Name]> = [
  ...(['bg', 'surface', 'surfaceSunken', 'surfaceHover', 'surfaceRaised'] as const).map(
    (ground): [Name, Name] => ['text', ground],
  ),
  ...(['bg', 'surface', 'surfaceHover', 'surfaceSunken', 'surfaceRaised'] as const).map(
    (ground): [Name, Name] => ['textMuted', ground],
  ),
  ['textSubtle', 'bg'],
  ['textSubtle', 'surface'],
  ['textSubtle', 'noneSoft'],
  ['link', 'bg'],
  ['link', 'surface'],
  ['linkVisited', 'bg'],
  ['ember', 'surface'],
  ['ember', 'surfaceSunken'],
  ['danger', 'bg'],
  ['danger', 'surface'],
  ['success', 'surface'],
  ['warning', 'surface'],
  ['info', 'surface'],
  ['textOnAccent', 'accent'],
  ['textOnAccent', 'accentHover'],
  ['textOnAccent', 'ember'],
  ['textOnAccent', 'danger'],
  ['textOnAccent', 'dangerHover'],
  ['onFill', 'fill'],
  ['onFill', 'fillHover'],
  ['ribbonText', 'badgeProduct'],
  ['ribbonText', 'badgeNexters'],
  ['ribbonText', 'badgeCubic'],
  ['ribbonText', 'badgeGears'],
  ['noneText', 'noneSoft'],
  ['text', 'rail'],
  ['textMuted', 'rail'],
  ...(['avatar1', 'avatar2', 'avatar3', 'avatar4', 'avatar5', 'avatar6'] as const).map(
    (ground): [Name, Name] => ['text', ground],
  ),
  ['accentSoftText', 'accentSoft'],
  ['emberSoftText', 'emberSoft'],
  ['successSoftText', 'successSoft'],
  ['warningSoftText', 'warningSoft'],
  ['dangerSoftText', 'dangerSoft'],
  ['infoSoftText', 'infoSoft'],
  ['diffAddText', 'diffAddBg'],
  ['diffDelText', 'diffDelBg'],
  ['textMuted', 'accentSoft'],
];

const notText: Array<[Name, Name]> = [
  ['borderStrong', 'bg'],
  ['borderStrong', 'surface'],
  ['borderStrong', 'surfaceHover'],
  ['borderStrong', 'surfaceSunken'],
  ['focusRing', 'bg'],
  ['focusRing', 'surface'],
  ['focusRing', 'surfaceRaised'],
  ['accent', 'surface'],
  ['liked', 'surface'],
  ['accent', 'accentSoft'],
  ...(['chart1', 'chart2', 'chart3', 'chart4', 'chart5', 'chart6'] as const).map(
    (ink): [Name, Name] => [ink, 'surface'],
  ),
];

describe.each(['light', 'dark'] as const)('in the %s mode', (mode) => {
  test.each(text)('%s is readable on %s', (ink, ground) => {
    expect(contrast(mode, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(notText)('%s is visible on %s', (ink, ground) => {
    expect(contrast(mode, ink, ground)).toBeGreaterThanOrEqual(3);
  });
});
