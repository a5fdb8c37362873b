/**
 * Global style sheet, inlined in the HTML: colours, base styles, motion, print, forced colours, and the initial
 * skeleton (client/index.html).
 */
import {
  colourDeclarations,
  displayType,
  font,
  layout,
  radius,
  shadow,
  size,
  space,
  type,
  zIndex,
} from './theme.ts';

export const globalStyle = `
  :root {
    ${colourDeclarations('light')}
    --shadow-raised: ${shadow.light.raised};
    --shadow-overlay: ${shadow.light.overlay};
    --scrim-opacity: 48%;
    --gutter: ${layout.gutter[360]};
    --wizard-height: 46px;
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
    /* Two rows of tasks until their names fit into one; the English names are shorter. */
    :root { --gutter: ${layout.gutter[768]}; --wizard-height: 86px; }
  }
  @media (min-width: 784px) {
    :root:lang(en) { --wizard-height: 42px; }
  }
  @media (min-width: 1043px) {
    :root { --wizard-height: 42px; }
  }
  @media (min-width: ${layout.breakpoints.xl}) {
    :root { --gutter: ${layout.gutter[1280]}; }
  }

  *, *::before, *::after { box-sizing: border-box; }
  html {
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
  #root { isolation: isolate; min-height: 100dvh; }

  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, fieldset, legend { margin: 0; padding: 0; }
  h1, h2, h3, h4 { text-wrap: balance; scroll-margin-top: 72px; }
  h1 { ${type.display} }
  h2 { ${type.xl} }
  h3 { ${type.lg} }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  img, video, svg { display: block; max-width: 100%; }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
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
  :target { scroll-margin-top: 72px; }
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
    header, nav, video, button, form, [data-no-print] { display: none !important; }
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
  .first-row { display: flex; align-items: center; gap: 8px; height: 55px; ${displayType} ${type.lg} }
  .first-row i { width: 14px; height: 14px; background: var(--ember); clip-path: polygon(0 0, 68% 0, 100% 32%, 100% 100%, 0 100%); }
  .first-main { padding-top: ${space[6]}; }
  .first-search { display: flex; align-items: center; gap: ${space[3]}; height: ${size.controlLg}; margin-top: ${space[3]}; padding: 5px ${space[2]} 5px ${space[4]}; border: 1px solid var(--border-strong); border-radius: ${radius.lg}; background: var(--surface); }
  .first-search:focus-within { border-color: var(--focus-ring); outline: 2px solid var(--focus-ring); outline-offset: -1px; }
  .first-search svg { flex: none; width: 20px; height: 20px; fill: none; stroke: var(--text-muted); stroke-width: 2; stroke-linecap: round; }
  .first-search input { flex: 1; min-width: 0; height: ${size.control}; padding: 0; border: 0; outline: 0; background: none; }
  .first-wizard, .first-progress i, .first-card i { border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-wizard { height: calc(var(--wizard-height) - 6px); margin: 15px 0; }
  .first-progress { display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 6px ${space[3]}; padding: ${space[3]} ${space[4]}; border: 1px solid var(--border); border-radius: ${radius.md}; background: var(--surface); ${type.sm} }
  .first-progress strong { font-weight: 600; }
  .first-progress i, .first-progress p { grid-column: 1 / -1; }
  .first-setup { margin-bottom: ${space[3]}; }
  .first-setup > * { grid-column: 1 / -1; }
  .first-progress i { height: 10px; }
  .first-progress b { height: ${size.control}; }
  .first-progress p { color: var(--text-muted); }
  .first-progress button { min-height: ${size.control}; padding: 0; border: 0; background: none; color: inherit; text-align: start; }
  .first-toolbar { height: calc(2 * ${size.control} + ${space[2]}); margin-top: ${space[3]}; }
  .first-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: ${space[4]}; margin-top: ${space[4]}; }
  .first-card { display: flex; flex-direction: column; gap: ${space[3]}; height: 353px; padding: ${space[4]}; border: 1px solid var(--border); border-radius: ${radius.md}; background: var(--surface); }
  .first-card i { height: 13px; }
  .first-card i:first-child { width: 52px; height: 52px; margin-bottom: ${space[2]}; }
  .first-card i:nth-child(5) { width: 50%; }
  .first-card i:last-child { height: ${size.control}; margin-top: auto; }
  .first-service { display: flex; flex-direction: column; gap: ${space[8]}; max-width: 880px; margin: 0 auto; }
  .first-name { display: flex; align-items: flex-start; gap: ${space[4]}; }
  .first-name i { flex: none; width: 52px; height: 52px; border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-name div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  .first-name h1 { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
  .first-name p { display: -webkit-box; margin-top: ${space[1]}; overflow: hidden; color: var(--text-muted); -webkit-box-orient: vertical; -webkit-line-clamp: 5; }
  .first-may { display: flex; flex-direction: column; gap: ${space[3]}; padding: ${space[4]}; border: 1px solid var(--border); border-radius: ${radius.md}; background: var(--surface); }
  .first-may h2 { ${type.lg} }
  .first-may i { height: 13px; border-radius: ${radius.sm}; background: var(--skeleton); }
  .first-failure { text-align: center; }
  .first-failure > * { margin: ${space[3]} auto 0; }
  .first-failure button { padding: 8px 16px; border: 1px solid var(--border-strong); border-radius: ${radius.sm}; background: var(--surface); color: inherit; font: inherit; }
  @media (min-width: ${layout.breakpoints.md}) {
    .first-band { height: 280px; }
    .first-progress button { min-height: 24px; }
    .first-setup > * { grid-column: auto; }
    .first-toolbar { height: ${size.control}; }
  }
  @media (min-width: ${layout.breakpoints.lg}) { .first-band { width: 58%; height: 100dvh; } }
`;
