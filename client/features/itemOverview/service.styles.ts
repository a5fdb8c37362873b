/** Styles of the page of a service and of the address check; parts are named by `data-part`. */
import { styled } from 'styled-components';
import { color, from, radius, size, space, type } from '../../design/theme.ts';

const phone = '@media (max-width: 767px)';

export const ServiceRoot = styled.div`
  display: flex;
  flex-direction: column;
  gap: 28px;
  max-width: 856px;

  &[data-columns] {
    max-width: none;
  }
  [data-part='main'],
  [data-part='rest'] {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  [data-part='rest'] {
    gap: 28px;
  }
  [data-part='side'] {
    display: grid;
    gap: ${space[5]};
    align-content: start;
  }
  [data-part='side'] > section + section {
    padding-top: ${space[5]};
    border-top: 1px solid ${color.border};
  }
  ${from.lg} {
    &[data-columns] {
      display: grid;
      grid-template: auto 1fr / minmax(0, 1fr) 256px;
      gap: 28px 40px;
    }
    [data-part='side'] {
      grid-area: 1 / 2 / 3 / 3;
    }
  }
  ${from.xl} {
    &[data-columns] {
      grid-template-columns: minmax(0, 1fr) 304px;
    }
  }

  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
    min-width: 0;
  }
  h2 {
    font-size: 1.0625rem;
    line-height: 24px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [data-part='side'] h2 {
    font-size: 0.9375rem;
  }
  p {
    overflow-wrap: anywhere;
  }
  [data-part='muted'],
  [data-part='undecided'] {
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='acts'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[2]};
  }

  /* What it is. */
  [data-part='head'] {
    display: flex;
    align-items: flex-start;
    gap: 18px;
  }
  [data-part='tile'] {
    flex: none;
  }
  [data-part='head'] [data-part='ribbon'] {
    width: 64px;
  }
  [data-part='name'] {
    flex: 1;
    min-width: 0;
  }
  [data-part='name'] h1 {
    display: -webkit-box;
    overflow: hidden;
    font-size: 1.25rem;
    line-height: 28px;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow-wrap: anywhere;
  }
  [data-part='badges'],
  [data-part='elsewhere'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} 10px;
  }
  [data-part='badges'] {
    margin-top: 6px;
  }
  [data-part='badges'] + p {
    margin-top: 6px;
  }
  [data-part='elsewhere'] {
    flex-wrap: nowrap;
    gap: 6px;
  }
  [data-part='stage'],
  [data-part='elsewhere'] {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='main'] > [data-part='elsewhere'] {
    display: none;
  }
  [data-part='lead'] {
    max-width: 68ch;
    margin-top: ${space[4]};
  }
  [data-part='lead'] p {
    line-height: 25px;
    overflow-wrap: anywhere;
  }
  [data-part='lead'] button {
    display: none;
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    ${type.sm}
    font-weight: 550;
  }
  [data-part='tags'],
  [data-part='concepts'] {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  [data-part='tags'] {
    margin-top: ${space[3]};
  }
  [data-part='concepts'] {
    gap: 0 ${space[4]};
  }
  [data-part='tags'] a {
    display: inline-flex;
    align-items: center;
    min-height: 26px;
    padding: 0 10px;
    border: 1px solid ${color.border};
    border-radius: 13px;
    background: ${color.surface};
    color: ${color.textMuted};
    ${type.xs}
    text-decoration: none;
    white-space: nowrap;
  }
  [data-part='tags'] a:hover {
    background: ${color.surfaceHover};
  }
  ${from.md} {
    [data-part='name'] h1 {
      font-size: 1.75rem;
      line-height: 34px;
    }
  }
  ${phone} {
    [data-part='head'] {
      gap: ${space[3]};
    }
    [data-part='badges'] > [data-part='elsewhere'] {
      display: none;
    }
    [data-part='main'] > [data-part='elsewhere'] {
      display: flex;
      margin-top: ${space[3]};
    }
    [data-part='main'] > [data-part='foot'] {
      margin-top: ${space[3]};
    }
    [data-part='main'] > [data-part='foot'] > :is(a, button) {
      flex: 1 1 auto;
    }
    [data-part='lead'] {
      position: relative;
      margin-top: ${space[3]};
    }
    [data-part='lead'] button {
      position: relative;
      display: inline-block;
      min-width: 24px;
      ${type.base}
    }
    /* As high as a finger, without room in the line. */
    [data-part='lead'] button::after {
      content: '';
      position: absolute;
      inset: -10px;
    }
    [data-part='lead'][data-folded] p {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
    }
    /* Keeps the end of the last line free for the button, so that the ellipsis stands before it. */
    [data-part='lead'][data-folded] p::before {
      content: '';
      float: inline-end;
      width: 52px;
      height: 75px;
      shape-outside: inset(50px 0 0);
    }
    [data-part='lead'][data-folded] button {
      position: absolute;
      right: 0;
      bottom: 0;
      line-height: 25px;
    }
  }

  /* What is allowed. */
  [data-part='may'] {
    gap: 0;
    overflow: hidden;
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='main'] > [data-part='may'] {
    margin-top: 20px;
  }
  [data-part='top'] {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 ${space[3]};
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='top']:has(> button) {
    align-items: center;
  }
  [data-part='top'] h2 {
    color: ${color.text};
  }
  [data-part='top'] > [data-part='summary'],
  [data-part='top'] > button {
    margin-inline-start: auto;
  }
  [data-part='may'] > [data-part='head'],
  [data-part='may'] > [data-part='top'] {
    padding: 14px 20px 0;
  }
  [data-part='may'] > p,
  [data-part='may'] > [role='status'] {
    padding: ${space[2]} 20px ${space[4]};
  }
  [data-part='may'] > dl {
    gap: 0 40px;
    padding: ${space[1]} 20px ${space[2]};
  }
  [data-part='may'] > dl > div {
    align-content: center;
    padding-block: 9px;
    border-top: 1px solid ${color.hair};
  }
  [data-part='may'] > dl dd:is(:nth-of-type(1), [lang])::first-letter {
    text-transform: uppercase;
  }
  ${from.md} {
    [data-part='may'] > dl {
      grid-template: repeat(3, auto) / repeat(2, minmax(0, 1fr));
      grid-auto-flow: column;
    }
    [data-part='may'] > dl > div {
      min-height: 62px;
      align-content: start;
      padding-top: 12px;
    }
    [data-part='may'] > dl > div:nth-child(3n + 1) {
      border-top: 0;
    }
  }
  ${phone} {
    [data-part='may'] > dl > div:first-child {
      border-top: 0;
    }
    [data-part='may'] > dl > div {
      padding-block: 6px;
    }
    [data-part='summary'],
    [data-part='top']:has(> button) > span {
      display: none;
    }
    [data-part='may'] > :not([data-part='foot']) {
      padding-inline: 14px;
    }
  }
  [data-part='details'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[5]};
    padding: 11px 20px;
    border-top: 1px solid ${color.hair};
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='details'] li {
    display: flex;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='details'] svg {
    flex: none;
    margin-top: 2px;
  }
  [data-part='foot'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  [data-part='may'] > [data-part='foot'] {
    padding: 10px 10px 10px 20px;
    border-top: 1px solid ${color.border};
    background: ${color.rail};
  }
  [data-part='further'] {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: auto;
  }
  [data-part='further'] > * {
    padding-inline: 3px;
  }
  ${phone} {
    [data-part='may'] > [data-part='foot'] {
      padding: ${space[3]} 14px;
    }
    [data-part='may'] > [data-part='foot'] > :is(a, button) {
      flex: 1 1 auto;
    }
    [data-part='further'] {
      flex: 1 1 100%;
      flex-wrap: nowrap;
      justify-content: space-between;
      margin: 0 -6px;
    }
    [data-part='further'] > * {
      ${type.xs}
      font-weight: 550;
    }
    [data-part='further'] > :not([aria-haspopup]) > svg,
    [data-part='rows'] [data-variant='ghost'] > svg {
      display: none;
    }
    [data-part='rows'] > li {
      column-gap: ${space[3]};
    }
    [data-part='rows'] [data-variant='ghost'] {
      padding-inline: 0;
    }
  }

  /* Who uses it. */
  [data-part='bars'] {
    display: grid;
    grid-template-columns: max-content minmax(40px, 1fr) max-content;
    gap: 7px ${space[4]};
    max-width: 480px;
    ${type.xs}
  }
  [data-part='bars'] li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  [data-part='bars'] li > i {
    height: 10px;
    overflow: hidden;
    border-radius: 2px;
    background: ${color.surfaceSunken};
  }
  [data-part='bars'] i > i {
    display: block;
    height: 100%;
    background: ${color.accent};
    opacity: 0.42;
  }
  [data-part='bars'] [data-own] {
    font-weight: 650;
  }
  [data-part='bars'] [data-own] i > i {
    opacity: 1;
  }
  [data-part='bars'] b {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  details,
  details p {
    color: ${color.textMuted};
    ${type.sm}
  }
  summary {
    display: flex;
    align-items: center;
    gap: ${space[3]};
    min-height: ${size.controlSmall};
    cursor: pointer;
  }
  summary:hover {
    text-decoration: underline;
  }
  details p {
    margin-top: ${space[1]};
  }
  [data-part='loadouts'] li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 ${space[2]};
    min-height: 28px;
    ${type.sm}
  }
  [data-part='loadouts'] a {
    display: inline-block;
    min-width: 0;
    overflow-wrap: anywhere;
    padding-block: 3px;
  }
  [data-part='loadouts'] small {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='chips'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[4]};
  }

  /* Rows of other services and of people. */
  [data-part='rows'] {
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='rows'] > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[4]};
    padding: 10px 16px;
  }
  [data-part='rows'] > li + li {
    border-top: 1px solid ${color.hair};
  }
  [data-part='rows'] > li > div {
    display: grid;
    flex: 1 1 200px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='rows'] a:not([data-variant]) {
    justify-self: start;
    min-height: 24px;
    color: ${color.text};
    font-weight: 600;
    text-decoration: none;
  }
  [data-part='rows'] a:not([data-variant]):hover {
    text-decoration: underline;
  }
  [data-part='rows'] small {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='rows'] > li > div > small {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  [data-part='rows'] [data-variant='ghost'] {
    margin-inline-start: auto;
    color: ${color.accent};
  }
  ${from.md} {
    [data-part='status'] {
      flex: 0 0 150px;
    }
    [data-part='users'] {
      flex: 0 0 110px;
    }
  }

  /* Facts. */
  [data-part='facts'] {
    display: grid;
    gap: ${space[1]} ${space[5]};
    ${type.sm}
  }
  [data-part='facts'] dt {
    color: ${color.textMuted};
  }
  [data-part='facts'] dd {
    min-width: 0;
    margin: 0 0 ${space[2]};
    overflow-wrap: anywhere;
  }
  [data-part='facts'] a {
    display: inline-block;
    min-width: 24px;
    min-height: 24px;
  }
  [data-part='facts'] button {
    min-height: 24px;
    padding: 0 ${space[3]};
    color: ${color.link};
  }
  ${phone} {
    [data-part='facts'] button {
      min-height: 44px;
    }
  }
  [data-link]::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: ${space[2]};
    border-radius: 50%;
    background: ${color.borderStrong};
  }
  [data-link='ok']::before {
    background: ${color.success};
  }
  [data-link='broken']::before {
    background: ${color.danger};
  }
  ${from.md} {
    [data-part='facts'] {
      grid-template-columns: minmax(130px, max-content) 1fr;
    }
    [data-part='facts'] dt,
    [data-part='facts'] dd {
      margin: 0;
      padding-block: 2px;
    }
  }
  @media print {
    [data-part='foot'],
    [data-part='acts'],
    button {
      display: none;
    }
  }
`;
