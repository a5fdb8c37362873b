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
  [data-part='name'] h1 {
    overflow-wrap: anywhere;
  }
  [data-part='name'] p {
    margin-top: ${space[1]};
    color: ${color.textMuted};
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
  [data-part='acts'] {
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
  [data-part='verdicts'] {
    ${type.sm}
  }
  [data-part='verdicts'] > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space[2]};
  }
  [data-part='verdicts'] dt {
    color: ${color.text};
    font-weight: 600;
  }
  [data-part='verdicts'] dd {
    margin: 0;
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
  }
  @media print {
    [data-part='acts'],
    button {
      display: none;
    }
  }
`;
