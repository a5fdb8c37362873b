/** Colours of both modes, the base of every element, and the rules for motion, print and forced colours. */
import { createGlobalStyle } from 'styled-components';
import { colourDeclarations, font, layout, shadow, type } from './theme.ts';

export const GlobalStyle = createGlobalStyle`
  :root {
    ${colourDeclarations('light')}
    --shadow-raised: ${shadow.light.raised};
    --shadow-overlay: ${shadow.light.overlay};
    --scrim-opacity: 48%;
    --gutter: ${layout.gutter[360]};
    --header: 56px;
    color-scheme: light;
  }
  :root[data-theme='dark'] {
    ${colourDeclarations('dark')}
    --shadow-raised: none;
    --shadow-overlay: ${shadow.dark.overlay};
    --scrim-opacity: 64%;
    color-scheme: dark;
  }
  @media (min-width: ${layout.breakpoints.md}) {
    :root { --gutter: ${layout.gutter[768]}; }
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
  mark { background: none; color: inherit; font-weight: 700; }
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
  :focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px; }
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
  @media print {
    :root { --bg: #fff; --surface: #fff; --text: #000; }
    header, nav, [data-no-print] { display: none !important; }
    a[href^='http']::after { content: ' (' attr(href) ')'; }
  }
`;
