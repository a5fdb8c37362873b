/** The looks of an item's card: one styled root, its parts named by `data-part`. */
import { styled } from 'styled-components';
import { Card } from '../../design/Card.tsx';
import { color, from, radius, size, space, type } from '../../design/theme.ts';

export const CardRoot = styled(Card)`
  gap: ${space[3]};
  flex: 1;

  /* Inside, because what stands around the card is cut off. */
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
  }
  [data-part='head'] > button {
    margin: 6px -10px 0 -4px;
    color: ${color.textMuted};
  }
  [data-part='site'] {
    display: grid;
    flex: none;
    place-items: center;
    width: ${size.control};
    height: ${size.control};
    margin: 6px -${space[2]} 0 -${space[2]};
    border-radius: ${radius.xs};
    color: ${color.textMuted};
  }
  h3 {
    ${type.lg}
    line-height: 1.3;
    overflow-wrap: anywhere;
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
    position: relative;
    flex: none;
  }
  /* One line, whatever stands there. */
  [data-part='badges'] {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    margin-top: 2px;
    white-space: nowrap;
  }
  [data-part='badges'] > * {
    flex: none;
  }
  /* As wide as the card, so that it is one line too; in a wider text of the reader's own it goes on below, uncut. */
  [data-part='partners'] {
    margin-top: -${space[1]};
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
  /* On a phone they are as high as a finger, without moving what stands around them. */
  [data-part='description'] button,
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
  ${from.md} {
    [data-part='description'] button,
    [data-part='cases'] {
      min-height: 24px;
      margin-block: 0;
      padding: 2px 0;
    }
  }
  /* Two lines at most, so that the cards of a row stay alike; the ear has all of it. */
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
    [data-part='actions'],
    button {
      display: none;
    }
  }
`;
