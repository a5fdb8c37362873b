/** Wordmark of Loadout. */
import { styled } from 'styled-components';
import { color, displayType, size, type } from './theme.ts';

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  ${displayType}
  ${type.lg}
  line-height: 1;

  /* Narrower on the narrowest phones. */
  @container (max-width: 6rem) {
    gap: 6px;
    ${type.base}
    line-height: 1;
  }
  @container (max-width: 5rem) {
    min-width: ${size.control};

    & > :last-child {
      display: none;
    }
  }
`;

const Mark = styled.span`
  width: 14px;
  height: 14px;
  background: ${color.ember};
  clip-path: polygon(0 0, 68% 0, 100% 32%, 100% 100%, 0 100%);
  forced-color-adjust: none;
`;

export function Wordmark() {
  return (
    <Root translate="no">
      <Mark aria-hidden="true" />
      <span>Loadout</span>
    </Root>
  );
}
