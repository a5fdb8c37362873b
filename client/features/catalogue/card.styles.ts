/** Styles of an item's card; its parts are named by `data-part`. */
import { styled } from 'styled-components';
import { Card } from '../../design/Card.tsx';
import { color, radius, size, space, type } from '../../design/theme.ts';

export const CardRoot = styled(Card)`
  flex: 1;

  /* Below the search, which stays in sight. */
  &,
  a,
  button {
    scroll-margin-top: 80px;
  }
  [data-part='head'] {
    display: flex;
    gap: ${space[3]};
    min-height: calc(${size.tile} + ${size.ribbon});
  }
  [data-part='tile'] {
    flex: none;
  }
  [data-part='tile']:has([data-part='ribbon']) > :first-child {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  [data-part='name'] {
    flex: 1;
    min-width: 0;
    padding-top: 1px;
  }
  h3 {
    padding-inline-end: 24px;
    ${type.lg}
    line-height: 24px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* The ring of the link would be clipped. */
  h3:has(a:focus-visible) {
    border-radius: ${radius.xs};
    outline: 2px solid ${color.focusRing};
    outline-offset: 1px;
  }
  h3 a:focus-visible {
    outline-color: transparent;
  }
  h3 a {
    padding-block: 2px;
    color: inherit;
    text-decoration: none;
  }
  h3 a:hover {
    text-decoration: underline;
  }
  [data-part='badges'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} 6px;
    min-height: 24px;
    margin-top: 6px;
  }
  [data-part='adoption'] {
    display: flex;
    align-items: center;
    white-space: nowrap;
    color: ${color.textMuted};
    ${type.xs}
    font-weight: 500;
  }
  [data-part='adoption']:empty {
    display: none;
  }
  [data-part='stage'] + [data-part='partners'] {
    margin-inline-start: ${space[2]};
  }
  [data-part='partners'] {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${space[1]};
    min-width: 24px;
    min-height: 24px;
    padding: 0;
    border: 0;
    border-radius: ${radius.xs};
    background: none;
    color: inherit;
    font: inherit;
  }
  /* As high as a finger, without room in the line. */
  [data-part='partners'],
  [data-part='cases'],
  [data-part='description'] button {
    position: relative;
  }
  [data-part='partners']::after,
  [data-part='cases']::after,
  [data-part='description'] button::after {
    content: '';
    position: absolute;
    inset: -8px;
  }
  @media (forced-colors: active) {
    [data-part='partners'],
    [data-part='description'] button {
      text-decoration: underline;
    }
  }
  [data-part='corner'] {
    position: absolute;
    top: 10px;
    right: 8px;
    display: flex;
    color: ${color.textMuted};
  }
  [data-part='corner'] > * {
    position: relative;
    width: 28px;
    height: 28px;
    min-height: 28px;
    color: inherit;
  }
  [data-part='corner'] [aria-haspopup]::after {
    content: '';
    position: absolute;
    inset: -9px -9px -9px -6px;
  }
  [data-part='compare'] {
    display: grid;
    place-items: center;
    border-radius: ${radius.sm};
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  [data-part='description'] {
    position: relative;
    margin-top: 10px;
    ${type.sm}
    line-height: 20px;
    overflow-wrap: anywhere;
  }
  [data-part='description'] p {
    min-height: 60px;
    color: ${color.textMuted};
  }
  [data-part='description'] mark {
    color: ${color.text};
  }
  [data-clamped] {
    --lines: 3;
  }
  [data-clamped] p {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--lines);
  }
  /* Keeps the end of the last line free for the button, so that the ellipsis stands before it. */
  [data-folded] p::before {
    content: '';
    float: inline-end;
    width: 46px;
    height: calc(var(--lines) * 20px);
    shape-outside: inset(calc((var(--lines) - 1) * 20px) 0 0);
  }
  [data-part='description'] button {
    min-width: 24px;
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.accent};
    font-weight: 550;
  }
  [data-folded] button {
    position: absolute;
    right: 0;
    bottom: -2px;
    line-height: 20px;
  }
  /* At most two lines; screen readers get the full text. */
  [data-part='found-by'] {
    display: -webkit-box;
    margin-top: ${space[2]};
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    color: ${color.textMuted};
    ${type.xs}
    overflow-wrap: anywhere;
  }
  [data-part='found-by'] mark {
    color: ${color.text};
  }
  [data-part='meta'] {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[3]};
    min-height: 28px;
    margin-top: auto;
    padding-top: 11px;
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='cases'] {
    min-height: 28px;
    padding: 0;
    border: 0;
    border-radius: ${radius.xs};
    background: none;
    color: ${color.link};
    font-weight: 500;
    text-align: start;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-decoration-color: color-mix(in srgb, ${color.link} 45%, transparent);
    text-underline-offset: 3px;
  }
  [data-part='actions'] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 128px;
    gap: ${space[2]};
    margin-top: 11px;
  }
  [data-part='actions'] > * {
    gap: 6px;
    padding-inline: 6px;
  }
  :lang(ru) & [data-part='actions'] {
    grid-template-columns: minmax(0, 1fr) 134px;
  }
  [data-like='unused'] {
    color: ${color.textMuted};
    font-weight: 500;
  }
  [data-like] b {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
    letter-spacing: -0.04em;
  }
  [data-like='unused'] b {
    color: ${color.text};
  }
  [data-part='failure'] {
    margin-top: ${space[2]};
    color: ${color.danger};
    ${type.sm}
    font-weight: 600;
  }
  @media print {
    break-inside: avoid;
    [data-clamped] p {
      display: block;
      overflow: visible;
    }
    [data-part='actions'] {
      display: none;
    }
  }
`;
