/** Styles of the search field and its suggestions. */
import { styled } from 'styled-components';
import { color, from, radius, size, space, type, zIndex } from './theme.ts';

export const Root = styled.div`
  position: relative;
`;

export const ComboboxRow = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[3]};
  height: var(--search-height, ${size.controlLg});
  padding: 0 ${space[2]} 0 ${space[4]};
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.md};
  background: ${color.surface};

  &:focus-within {
    border-color: ${color.focusRing};
    outline: 2px solid ${color.focusRing};
    outline-offset: -1px;
  }
  & > svg {
    flex: none;
    color: ${color.textMuted};
  }
  kbd {
    display: none;
    margin-inline-end: ${space[2]};
    ${from.md} {
      display: inline-block;
    }
  }
`;

export const ComboboxInput = styled.input`
  flex: 1 1 120px;
  min-width: 0;
  height: calc(var(--search-height, ${size.controlLg}) - ${space[1]});
  padding: 0;
  border: 0;
  background: transparent;
  color: ${color.text};
  ${type.base}
  text-overflow: ellipsis;
  &:focus-visible {
    outline: none;
  }
`;

export const ClearButton = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.control};
  height: min(${size.control}, calc(var(--search-height, ${size.controlLg}) - ${space[1]}));
  padding: 0;
  border: 0;
  border-radius: ${radius.sm};
  background: transparent;
  color: ${color.textMuted};
  &:hover {
    background: ${color.surfaceHover};
  }
`;

export const Popup = styled.div`
  position: absolute;
  top: calc(100% + 6px);
  left: 0;
  /* As narrow as its texts, so that the results stay visible. */
  width: max-content;
  min-width: min(100%, 320px);
  max-width: min(100%, 560px);
  z-index: ${zIndex.popover};
  max-height: 300px;
  padding: ${space[2]};
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid ${color.borderStrong};
  border-radius: ${radius.md};
  background: ${color.surfaceRaised};
  box-shadow: var(--shadow-overlay);

  /* On a phone the first result stays visible below. */
  [role='search'] & {
    max-height: 160px;
  }
  ${from.md} {
    [role='search'] & {
      max-height: 300px;
    }
  }
  /* One line per group on a wide page, so that the results stay visible. */
  ${from.lg} {
    [role='search'] & {
      max-width: 100%;
      padding-block: ${space[1]};

      [role='group'] {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
      }
      [role='presentation'] {
        flex: 0 0 112px;
      }
      [role='option'] {
        min-height: 32px;
        padding-block: 4px;
      }
    }
  }
`;

export const GroupName = styled.div`
  padding: ${space[1]} ${space[3]};
  color: ${color.textMuted};
  ${type.xs}
  font-weight: 600;
`;

export const OptionRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[3]};
  min-height: ${size.control};
  padding: 6px ${space[3]};
  border-radius: ${radius.sm};
  ${type.base}
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  small {
    flex: none;
    color: ${color.textMuted};
    ${type.xs}
  }
  @media (forced-colors: active) {
    &[aria-selected='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
