/** Styles of the page of a loadout; its parts are named by `data-part`. */
import { styled } from 'styled-components';
import { color, displayType, from, radius, size, space, type } from '../../design/theme.ts';

export const Fieldset = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
  gap: 0 ${space[4]};

  legend {
    ${type.sm}
    font-weight: 600;
  }
  p {
    grid-column: 1 / -1;
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export const LoadoutRoot = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 28px 40px;
  align-items: start;

  ${from.lg} {
    &[data-columns] {
      grid-template-columns: minmax(0, 1fr) 256px;
    }
  }
  ${from.xl} {
    &[data-columns] {
      grid-template-columns: minmax(0, 1fr) 288px;
    }
  }
  & > div {
    min-width: 0;
  }
  h1 {
    overflow-wrap: anywhere;
    ${type.display}
  }
  h2 {
    font-size: 1.0625rem;
    line-height: 24px;
    font-weight: 600;
  }
  [data-part='badges'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} 10px;
    margin-bottom: ${space[2]};
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='lead'] {
    max-width: 66ch;
    margin-top: ${space[2]};
    line-height: 25px;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  [data-part='meta'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[1]} 18px;
    margin-top: ${space[3]};
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='meta'] > span {
    display: inline-flex;
    align-items: center;
    gap: ${space[2]};
    min-width: 0;
    overflow-wrap: anywhere;
  }

  /* What taking it does. */
  [data-part='take'] {
    margin-top: 22px;
  }
  [data-part='take'] > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]} ${space[6]};
    padding: ${space[4]} 20px;
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='progress'] {
    flex: 1 1 160px;
    ${type.sm}
  }
  [data-part='progress'] > :first-child {
    font-weight: 650;
  }
  [data-part='progress'] > :not(:first-child),
  [data-part='hint'] {
    display: block;
    color: ${color.textMuted};
  }
  [data-part='hint'] {
    margin: ${space[2]} 2px 0;
    ${type.xs}
  }

  /* The services. */
  [data-part='services-head'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[2]};
    margin: 22px 0 ${space[2]};
  }
  [data-part='services-head'] h2 {
    flex: 1;
  }
  [data-part='rows'] {
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  [data-part='rows'] > li {
    display: grid;
    grid-template-columns: 48px minmax(0, 1fr);
    gap: ${space[2]} 14px;
    align-items: center;
    padding: 10px 14px;
  }
  [data-part='rows'] > li + li {
    border-top: 1px solid ${color.hair};
  }
  [data-part='number'] {
    display: none;
    color: ${color.textSubtle};
    ${displayType}
    ${type.sm}
    font-weight: 600;
    text-align: end;
  }
  [data-part='service'] {
    align-self: start;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='service'] h3 {
    ${type.base}
    line-height: 24px;
  }
  [data-part='service'] h3 a {
    color: inherit;
    text-decoration: none;
  }
  [data-part='service'] h3 a:hover {
    text-decoration: underline;
  }
  [data-part='service'] p {
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='colleagues'] {
    display: none;
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='step'] {
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    align-items: center;
    justify-content: space-between;
    gap: ${space[2]};
  }
  [data-part='step'] > :is(a, button) {
    gap: 6px;
    padding-inline: ${space[2]};
    margin-inline-start: auto;
  }
  [data-part='step'] > p {
    flex: 1 1 100%;
    color: ${color.danger};
    ${type.sm}
  }
  ${from.md} {
    [data-part='rows'] > li {
      grid-template-columns: 20px 48px minmax(0, 1fr) 330px;
    }
    [data-part='number'] {
      display: block;
    }
    [data-part='service'] {
      align-self: center;
    }
    [data-part='step'] {
      display: grid;
      grid-template-columns: 162px 160px;
      grid-column: auto;
    }
    [data-part='step'] > :is(a, button) {
      width: 100%;
    }
    [data-part='step'] > p {
      grid-column: 1 / -1;
    }
  }
  ${from.xl} {
    [data-part='rows'] > li {
      grid-template-columns: 20px 48px minmax(0, 1fr) 112px 330px;
    }
    [data-part='colleagues'] {
      display: block;
    }
  }

  /* Beside them. */
  [data-part='side'] {
    display: grid;
    gap: ${space[5]};
  }
  [data-part='side'] section {
    min-width: 0;
  }
  [data-part='side'] section + section {
    padding-top: ${space[5]};
    border-top: 1px solid ${color.border};
  }
  [data-part='side'] h2 {
    margin-bottom: 6px;
    font-size: 0.9375rem;
  }
  [data-part='muted'] {
    color: ${color.textMuted};
    ${type.sm}
  }
  [data-part='people'] > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
    ${type.sm}
  }
  [data-part='people'] > li > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-part='people'] b {
    display: block;
    font-weight: 550;
  }
  [data-part='people'] small,
  [data-part='people'] > li > span:last-child {
    color: ${color.textMuted};
    ${type.xs}
  }
  [data-part='acts'] {
    ${type.sm}
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: ${space[2]};
  }
  @media (max-width: 767px) {
    /* Directly above the services. */
    [data-part='services-head'] h2 {
      flex: 1 1 100%;
      order: 1;
      margin-top: ${space[2]};
    }
    [data-part='services-head'] > :is(a, button) {
      flex: 1 1 auto;
    }
    [data-part='services-head'] > [aria-haspopup='menu']:last-child {
      flex: none;
    }
    [data-part='take'] [data-variant='primary'] {
      width: 100%;
      min-height: ${size.controlLg};
    }
  }
  @media print {
    &[data-columns] {
      display: block;
    }
    [data-part='side'] {
      margin-top: ${space[6]};
    }
    [data-part='take'] {
      display: none;
    }
  }
`;
