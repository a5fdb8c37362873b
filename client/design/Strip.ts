/** Strip above the catalogue: a sentence, one action, and a button that hides it. */
import { styled } from 'styled-components';
import { color, space, type } from './theme.ts';

/** As high as its skeleton (client/design/globalStyle.ts); its ground reaches the edges of the window. */
export const Strip = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 14px;
  min-height: 28px;
  padding-inline-end: ${space[6]};
  background: ${color.emberSoft};
  border-image: conic-gradient(${color.emberSoft} 0 0) fill 0 / 0 / 0 100vmax;
  color: ${color.emberSoftText};
  ${type.xs}

  /* Two lines are as high as the strip. */
  span {
    line-height: 14px;
  }
  a,
  [data-act] {
    padding: 0;
    border: 0;
    background: none;
    white-space: nowrap;
    color: inherit;
    font-weight: 600;
    line-height: 28px;
    text-decoration: underline;
    text-underline-offset: 0.18em;
    text-decoration-thickness: 0.07em;
  }
  [data-hide] {
    position: absolute;
    right: 0;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    padding: 0;
    border: 1px solid transparent;
    background: none;
    color: inherit;
  }
  /* As large as a finger, also below the strip. */
  [data-hide]::after {
    content: '';
    position: absolute;
    inset: -3px -10px -16px;
  }
`;
