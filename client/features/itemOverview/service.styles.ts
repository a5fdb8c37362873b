/** The looks of a service's page: one styled root, its parts named by `data-part`. */
import { styled } from 'styled-components';
import { color, from, radius, space, type } from '../../design/theme.ts';

export const ServiceRoot = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[8]};
  max-width: 880px;
  margin-inline: auto;

  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
    min-width: 0;
  }
  h2 {
    ${type.lg}
  }
  p {
    overflow-wrap: anywhere;
  }
  [data-part='head'] {
    display: flex;
    align-items: flex-start;
    gap: ${space[4]};
  }
  [data-part='name'] {
    flex: 1;
    min-width: 0;
  }
  /* A name, not a text: the ear and the pointer have all of it. */
  [data-part='name'] h1 {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow-wrap: anywhere;
  }
  [data-part='name'] p {
    display: -webkit-box;
    margin-top: ${space[1]};
    overflow: hidden;
    color: ${color.textMuted};
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
  }
  [data-part='may'] {
    padding: ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='verdict'] {
    display: flex;
    align-items: center;
    gap: ${space[2]};
    font-weight: 600;
  }
  [data-part='verdict'] svg {
    flex: none;
  }
  [data-part='verdict'][data-approved] {
    color: ${color.verified};
  }
  [data-part='muted'],
  [data-part='rows'] small {
    color: ${color.textMuted};
    ${type.sm}
  }
  /* The further ones go to the next line together: none stands there alone. */
  [data-part='acts'],
  [data-part='further'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[2]};
  }
  [data-part='uses'],
  [data-part='chips'] {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[1]} ${space[4]};
  }
  [data-part='chips'] a {
    display: inline-block;
    padding-block: ${space[2]};
  }
  [data-part='rows'] {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  [data-part='rows'] > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]} ${space[3]};
    padding: ${space[3]} ${space[4]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='rows'] > li > div {
    flex: 1 1 180px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='rows'] div > a,
  dd a {
    display: inline-block;
    min-height: 24px;
    padding-block: 2px;
  }
  [data-part='verdicts'],
  [data-part='conditions'] {
    ${type.sm}
  }
  [data-part='verdicts'] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
    gap: ${space[1]} ${space[8]};
  }
  [data-part='verdicts'] > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[3]};
  }
  [data-part='verdicts'] dt {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='verdicts'] dd {
    display: flex;
    flex: none;
    align-items: center;
    gap: ${space[1]};
    margin: 0;
    font-weight: 600;
  }
  [data-part='verdicts'] dd[data-verdict^='yes'] {
    color: ${color.verified};
  }
  [data-part='verdicts'] dd[data-verdict='no'] {
    color: ${color.danger};
  }
  /* Each for itself: a line is read quicker than a sentence of five parts. */
  [data-part='details'] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));
    gap: ${space[1]} ${space[8]};
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='details'] li {
    overflow-wrap: anywhere;
  }
  [data-part='conditions'] > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
  }
  [data-part='conditions'] dt {
    color: ${color.textMuted};
  }
  [data-part='conditions'] dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dl:not([data-part]) {
    display: grid;
    gap: ${space[1]} ${space[4]};
  }
  dt {
    color: ${color.textMuted};
    ${type.sm}
  }
  dd {
    margin: 0 0 ${space[2]};
    overflow-wrap: anywhere;
  }
  ${from.md} {
    dl:not([data-part]) {
      grid-template-columns: minmax(140px, max-content) 1fr;
    }
    dd {
      margin: 0;
    }
  }
  @media (max-width: 399px) {
    [data-part='acts'] > * {
      flex: 1 1 100%;
    }
    [data-part='acts'] > [data-variant='ghost'],
    [data-part='further'] > * {
      flex: 1 1 auto;
      padding-inline: ${space[2]};
    }
  }
  @media print {
    [data-part='acts'],
    button {
      display: none;
    }
  }
`;
