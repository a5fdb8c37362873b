/** Styles of an item's card; its parts are named by `data-part`. */
import { styled } from 'styled-components';
import { Card } from '../../design/Card.tsx';
import { color, from, radius, size, space, type } from '../../design/theme.ts';

export const CardRoot = styled(Card)`
  gap: ${space[3]};
  flex: 1;

  /* Inside, because the card clips its overflow. */
  &:focus-visible {
    outline-offset: -3px;
  }
  /* Below the header and the search, which stay in sight. */
  &,
  a,
  button {
    scroll-margin-top: 140px;
  }
  [data-part='head'] {
    display: flex;
    align-items: flex-start;
    gap: ${space[3]};
  }
  [data-part='name'] {
    flex: 1;
    min-width: 0;
    min-height: 52px;
    container-type: inline-size;
  }
  /* In line with the name, so that the badges below can use the whole width. */
  [data-part='head'] > button {
    margin: -${space[2]} -10px 0 -4px;
    color: ${color.textMuted};
  }
  [data-part='site'] {
    display: grid;
    flex: none;
    place-items: center;
    width: ${size.control};
    height: ${size.control};
    margin: -${space[2]} -${space[2]} 0;
    border-radius: ${radius.xs};
    color: ${color.textMuted};
  }
  h3 {
    ${type.lg}
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  /* At most three lines; the full title is in the tooltip and for screen readers. */
  h3[data-long] {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  /* The ring of the link would be clipped. */
  h3[data-long]:has(a:focus-visible) {
    border-radius: ${radius.xs};
    outline: 2px solid ${color.focusRing};
    outline-offset: 2px;
  }
  h3[data-long] a:focus-visible {
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
  [data-part='tile'] {
    flex: none;
  }
  [data-part='tile']:has([data-part='ribbon']) > :first-child {
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  /* Always one line. */
  [data-part='badges'] {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    min-height: 24px;
    margin-top: 2px;
    white-space: nowrap;
    /* Wraps only at enlarged text. */
    flex-wrap: wrap;
  }
  [data-part='badges'] > * {
    flex: none;
  }
  [data-part='data'] svg {
    flex: none;
  }
  [data-part='data-label']::first-letter {
    text-transform: uppercase;
  }
  @container (max-width: 250px) {
    [data-part='verified'] ~ [data-part='data'] [data-part='data-label'],
    [data-part='data']:not([data-of='some']) [data-part='data-label'] {
      display: none;
    }
  }
  /* Uses the space under the buttons too. */
  @container (max-width: 200px) {
    [data-part='badges'] {
      gap: 4px;
      margin-inline-end: -64px;
    }
    [data-part='data'] > * {
      padding-inline: 5px;
    }
    [data-of='class'] [data-part='data-label'] {
      display: none;
    }
  }
  /* The approval shrinks to its tick; its name stays in the tooltip. */
  @container (max-width: 150px) {
    [data-part='verified']:has(~ [data-part='data']:not([data-of='some']))
      > [aria-hidden]:not(svg) {
      display: none;
    }
  }
  [data-part='partners'] {
    color: ${color.textMuted};
    ${type.xs}
    overflow-wrap: anywhere;
  }
  [data-part='verified'] {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    color: ${color.verified};
    ${type.xs}
    font-weight: 600;
  }
  [data-part='description'] p {
    color: ${color.textMuted};
    ${type.md}
    overflow-wrap: anywhere;
  }
  [data-part='description'] mark {
    color: ${color.text};
  }
  /* Touch targets on a phone, without shifting their surroundings. */
  [data-part='description'] button,
  [data-part='partners'] button,
  [data-part='cases'] {
    min-width: ${size.control};
    min-height: ${size.control};
    margin-block: -6px;
    padding: 0;
    border: 0;
    border-radius: ${radius.xs};
    background: none;
    color: ${color.link};
    ${type.sm}
    font-weight: 600;
    text-decoration: underline;
    text-decoration-thickness: 0.07em;
    text-underline-offset: 0.18em;
    text-align: start;
  }
  [data-part='partners'] button {
    margin-inline-end: ${space[2]};
  }
  ${from.md} {
    [data-part='description'] button,
    [data-part='partners'] button,
    [data-part='cases'] {
      min-height: 24px;
      margin-block: 0;
      padding: 2px 0;
    }
    [data-part='partners'] {
      margin-block: -${space[1]};
    }
  }
  /* At most two lines; screen readers get the full text. */
  [data-part='found-by'] {
    display: -webkit-box;
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
    min-height: 24px;
    margin-top: auto;
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='meta'] > :first-child {
    margin-inline-end: auto;
  }
  /* Touch target that does not make the line higher. */
  [data-part='compare'] {
    margin: -${space[2]} -10px -${space[2]} -${space[2]};
    color: ${color.textMuted};
  }
  [data-part='compare'][aria-pressed='true'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  [data-part='actions'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[2]};
  }
  [data-part='actions'] > button {
    flex: 1 1 132px;
    padding-inline: ${space[2]};
    white-space: nowrap;
  }
  [data-part='actions'] small {
    ${type.xs}
  }
  [data-part='failure'] {
    color: ${color.danger};
    ${type.sm}
    font-weight: 600;
  }
  @media (max-width: 399px) {
    [data-part='actions'] > button {
      flex-basis: 100%;
    }
  }
  @media print {
    break-inside: avoid;
    h3[data-long] {
      display: block;
    }
    [data-part='actions'],
    button {
      display: none;
    }
  }
`;
