/**
 * Global style sheet, inlined in the HTML: colours, base styles, motion, print, forced colours, and the initial
 * skeleton (client/index.html).
 */
import {
  displayType,
  font,
  kebab,
  layout,
  radius,
  shadow,
  size,
  space,
  type,
  zIndex,
} from './theme.ts';
import colours from './colours.json' with { type: 'json' };
import tokens from './tokens.json' with { type: 'json' };

const { control, controlSmall } = tokens.size;

/** The declarations of all colours of one mode, for `:root`. */
const colourDeclarations = (mode: keyof typeof colours): string =>
  Object.entries(colours[mode])
    .map(([name, value]) => `--${kebab(name)}: ${value};`)
    .join('\n');

export const globalStyle = `
  :root {
    ${colourDeclarations('light')}
    --shadow-raised: ${shadow.light.raised};
    --shadow-overlay: ${shadow.light.overlay};
    --scrim-opacity: 48%;
    --gutter: ${layout.gutter[360]};
    --wizard-height: ${size.controlTouch};
    --control-size: ${size.controlTouch};
    --control-size-small: ${size.controlTouch};
    color-scheme: light;
  }
  @media not print {
    :root[data-theme='dark'] {
      ${colourDeclarations('dark')}
      --shadow-raised: none;
      --shadow-overlay: ${shadow.dark.overlay};
      --scrim-opacity: 64%;
      color-scheme: dark;
    }
  }
  @media (min-width: ${layout.breakpoints.md}) {
    :root {
      --gutter: ${layout.gutter[768]};
      --wizard-height: 38px;
      --control-size: ${control};
      --control-size-small: ${controlSmall};
    }
  }
  @media (min-width: ${layout.breakpoints.lg}) {
    :root { --gutter: ${layout.gutter[1024]}; }
  }

  *, *::before, *::after { box-sizing: border-box; }
  html {
    /* What takes the focus or is scrolled to is never under the header. */
    scroll-padding-top: ${size.header};
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  body {
    margin: 0;
    min-height: 100dvh;
    background: var(--bg);
    color: var(--text);
    font-family: ${font.body};
    ${type.base}
    -webkit-font-smoothing: antialiased;
    /* Fitted to whole pixels, the small bold letters of this face lose the dot of their i. */
    text-rendering: geometricPrecision;
    overflow-wrap: break-word;
  }
  @media (min-width: ${layout.breakpoints.md}) {
    body:has([data-full-width]) { --gutter: ${space[6]}; }
  }
  #root { isolation: isolate; min-height: 100dvh; }

  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, fieldset, legend { margin: 0; padding: 0; }
  h1, h2, h3, h4 { text-wrap: balance; scroll-margin-top: ${space[4]}; }
  h1 { ${type.display} }
  h2 { ${type.xl} }
  h3 { ${type.lg} }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  img, video, svg { display: block; max-width: 100%; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  /* Safari on a phone zooms into a field with smaller letters. */
  @media (max-width: 767.98px), (pointer: coarse) {
    input, select, textarea { font-size: max(16px, 1rem) !important; }
  }
  button { cursor: pointer; }
  a { color: var(--link); text-underline-offset: 0.18em; text-decoration-thickness: 0.07em; }
  mark { background: none; color: inherit; font-weight: 600; }
  kbd {
    ${type.xs}
    padding: 1px 7px;
    border: 1px solid var(--border-strong);
    border-radius: 6px;
    background: var(--surface);
    color: var(--text-muted);
    font-family: ${font.mono};
  }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  [hidden] { display: none !important; }
  [tabindex='-1']:focus:not(:focus-visible) { outline: none; }
  h1[tabindex='-1']:focus, h2[tabindex='-1']:focus, main:focus { outline: none; }
  :focus-visible, [data-brought] { outline: 2px solid var(--focus-ring); outline-offset: 2px; }
  :target { scroll-margin-top: ${space[6]}; }
  ::selection { background: var(--accent-soft); color: var(--accent-soft-text); }
  ::placeholder { color: var(--text-subtle); opacity: 1; }

  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 1ms !important;
      scroll-behavior: auto !important;
    }
  }
  [data-print-only] { display: none; }
  @media print {
    :root { color-scheme: light !important; }
    body { background: #fff; }
    /* A link to Telegram is of no use on paper. */
    header:not(main header), nav, video, button, form, a[href^='https://t.me/'], [data-no-print] { display: none !important; }
    [data-part='cases'] { display: inline !important; color: inherit !important; text-decoration: none !important; }
    [data-print-only] { display: inline; }
    li, article, figure { break-inside: avoid; }
    a[href^='http']::after { content: ' (' attr(href) ')'; font-weight: 400; overflow-wrap: anywhere; }
  }

  [data-dialog-backdrop] {
    position: fixed;
    inset: 0;
    z-index: ${zIndex.dialog};
    background: color-mix(in srgb, var(--scrim) var(--scrim-opacity), transparent);
  }

  .first-band { height: 200px; background: #0c1f1a; }
  .first-band img { width: 100%; height: 100%; object-fit: cover; }
  .first-head { height: ${size.header}; border-bottom: 1px solid var(--border); }
  .first-row, .first-main {
    max-width: calc(${layout.max} + 2 * var(--gutter));
    margin: 0 auto;
    padding: 0 var(--gutter);
  }
  .first-row { display: flex; align-items: center; gap: 8px; height: 47px; ${displayType} ${type.lg} }
  .first-row i { width: 14px; height: 14px; background: var(--ember); clip-path: polygon(0 0, 68% 0, 100% 32%, 100% 100%, 0 100%); }
  .first-main { padding-top: ${space[6]}; }
  .first-search { display: flex; align-items: center; gap: ${space[3]}; height: ${size.controlLg}; padding: 0 ${space[2]} 0 ${space[4]}; border: 1px solid var(--border-strong); border-radius: ${radius.md}; background: var(--surface); }
  .first-search:focus-within { border-color: var(--focus-ring); outline: 2px solid var(--focus-ring); outline-offset: -1px; }
  .first-search svg { flex: none; width: 20px; height: 20px; fill: none; stroke: var(--text-muted); stroke-width: 2; stroke-linecap: round; }
  .first-search input { flex: 1; min-width: 0; height: 44px; padding: 0; border: 0; outline: 0; background: none; }
  .first-catalogue { padding-top: 0; }
  .first-strip { display: flex; align-items: center; justify-content: center; height: 28px; overflow: hidden; background: var(--ember-soft); box-shadow: 0 0 0 100vmax var(--ember-soft); clip-path: inset(0 -100vmax); color: var(--ember-soft-text); ${type.xs} white-space: nowrap; }
  .first-title { padding: 10px 0 2px; }
  .first-title h1 { font-size: 1.25rem; line-height: 28px; }
  .first-wizard, .first-rail, .first-card i { border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-wizard { height: var(--wizard-height); margin: ${space[2]} 0 ${space[1]}; }
  .first-rail { display: none; height: 480px; opacity: 0.5; }
  .first-toolbar { height: 72px; margin-bottom: ${space[3]}; }
  .first-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 290px), 1fr)); gap: 14px; }
  .first-card { display: flex; flex-direction: column; gap: ${space[3]}; height: 280px; padding: 14px; border: 1px solid var(--border); border-radius: ${radius.md}; background: var(--surface); }
  .first-card i { height: 13px; }
  .first-card i:first-child { width: 48px; height: 48px; margin-bottom: ${space[2]}; }
  .first-card i:nth-child(5) { width: 50%; }
  .first-card i:last-child { height: ${size.control}; margin-top: auto; }
  .first-service { display: flex; flex-direction: column; }
  .first-service > p { display: -webkit-box; max-width: 68ch; margin-top: calc(2 * ${space[3]} + ${size.control}); overflow: hidden; line-height: 25px; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
  .first-name { display: flex; align-items: flex-start; gap: ${space[3]}; }
  .first-name i { flex: none; width: 64px; height: 64px; border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-name .first-ribbon { height: calc(64px + ${size.ribbon}); }
  .first-name div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .first-name div i { display: block; width: 130px; height: 24px; margin-top: 6px; }
  .first-name h1 { display: -webkit-box; overflow: hidden; font-size: 1.25rem; line-height: 28px; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
  .first-may { display: flex; flex-direction: column; gap: ${space[3]}; margin-top: 20px; padding: 14px; border: 1px solid var(--border); border-radius: ${radius.md}; background: var(--surface); }
  .first-may h2 { font-size: 1.0625rem; line-height: 24px; font-weight: 600; }
  .first-may i { height: 13px; border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-failure { text-align: center; }
  .first-failure > * { margin: ${space[3]} auto 0; }
  .first-failure button { padding: 8px 16px; border: 1px solid var(--border-strong); border-radius: ${radius.sm}; background: var(--surface); color: inherit; font: inherit; }
  @media (min-width: ${layout.breakpoints.md}) {
    .first-band { height: 280px; }
    .first-name { gap: 18px; }
    .first-name h1 { font-size: 1.75rem; line-height: 34px; }
    .first-service > p { display: block; margin-top: ${space[4]}; }
    .first-may { margin-top: 58px; padding-inline: 20px; }
    .first-title { min-height: 62px; padding: 18px 0 12px; }
    .first-title h1 { font-size: 1.625rem; line-height: 32px; }
    .first-wizard { margin: 10px 0 18px; }
    .first-toolbar { height: ${size.controlSmall}; }
    .first-card { height: 251px; }
  }
  @media (min-width: ${layout.breakpoints.lg}) { .first-band { width: 58%; height: 100dvh; } }
  @media (min-width: ${layout.breakpoints.xl}) {
    .first-service { max-width: calc(100% - 344px); }
    .first-columns { display: grid; grid-template-columns: 208px minmax(0, 1fr); gap: 28px; }
    .first-rail { display: block; }
  }
`;
