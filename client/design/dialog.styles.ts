/** Styles of dialogs; the backdrop is styled in globalStyle.ts. */
import { styled } from 'styled-components';
import { color, from, radius, space, transition, type, zIndex } from './theme.ts';

export const DialogFrame = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.dialog};
  display: flex;
  flex-direction: column;
  height: 100dvh;
  margin: auto;
  overflow: hidden;
  background: ${color.surfaceRaised};
  color: ${color.text};
  opacity: 0;
  transform: translateY(8px);
  ${transition('opacity', 'transform')}

  &[data-enter] {
    opacity: 1;
    transform: none;
  }
  &:focus-visible {
    outline: none;
  }
  ${from.md} {
    /* The upper edge stays where it is: what comes late makes a dialog longer, and moves no button from under the pointer. */
    --dialog-top: max(${space[8]}, 8dvh);
    width: 560px;
    height: fit-content;
    max-height: calc(100dvh - var(--dialog-top) - ${space[8]});
    margin: var(--dialog-top) auto auto;
    border: 1px solid ${color.border};
    border-radius: ${radius.lg};
    box-shadow: var(--shadow-overlay);
    &[data-narrow] {
      width: 440px;
    }
  }
  &[data-narrow] {
    inset: auto 0 0;
    height: fit-content;
    max-height: 90dvh;
    border-radius: ${radius.lg} ${radius.lg} 0 0;
    ${from.md} {
      inset: 0;
      border-radius: ${radius.lg};
    }
  }
`;

/**
 * Bears `data-dialog-dismiss`: the dialog has its own ways out, and the primitives need not add a
 * hidden English button.
 */
export const DialogHead = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[3]};
  padding: ${space[4]} ${space[4]} ${space[2]} ${space[4]};
  ${from.md} {
    padding: ${space[5]} ${space[5]} ${space[2]} ${space[6]};
  }
`;

export const DialogHeading = styled.h2`
  ${type.xl}
  padding-top: 7px;
  min-width: 0;
`;

export const DialogBody = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space[2]} ${space[4]} ${space[5]};
  ${from.md} {
    padding: ${space[2]} ${space[6]} ${space[6]};
  }
`;

export const DialogFooter = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]} max(${space[3]}, env(safe-area-inset-bottom));
  border-top: 1px solid ${color.border};
  background: ${color.surfaceRaised};
  & > button,
  & > a {
    flex: 1 1 auto;
  }
  ${from.md} {
    padding: ${space[4]} ${space[6]};
    & > button,
    & > a {
      flex: none;
    }
  }
`;

export const Unsaved = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[2]};
  padding: ${space[3]} ${space[4]};
  background: ${color.warningSoft};
  color: ${color.warningSoftText};
  ${type.sm}
  font-weight: 600;
  & > span {
    flex: 1 1 200px;
  }
  ${from.md} {
    padding: ${space[3]} ${space[6]};
  }
`;
