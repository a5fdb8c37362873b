/** Sticky header bar, and the link that skips it. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, layout, size, space, zIndex, radius, type } from './theme.ts';

const Root = styled.header`
  position: sticky;
  top: 0;
  z-index: ${zIndex.sticky};
  border-bottom: 1px solid ${color.border};
  background: ${color.bg};
`;

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  height: calc(${size.header} - 1px);
  max-width: calc(${layout.max} + 2 * var(--gutter));
  margin: 0 auto;
  padding: 0 var(--gutter);
  body:has([data-full-width]) & {
    max-width: none;
  }

  & > :first-child {
    flex: 1;
    min-width: 0;
  }
  /* Lower than the header also on a phone; a finger may press beside it. */
  @media (max-width: calc(${layout.breakpoints.md} - 1px)) {
    [role='group'] {
      overflow: visible;
    }
    [role='group'] button {
      position: relative;
      min-height: 34px;
    }
    [role='group'] button::after {
      content: '';
      position: absolute;
      inset: -5px 0;
    }
    [role='group'] button:first-child {
      border-radius: 7px 0 0 7px;
    }
    [role='group'] button:last-child {
      border-radius: 0 7px 7px 0;
    }
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: ${size.controlSmall};
    border-radius: 6px;
    color: ${color.text};
    text-decoration: none;
  }
`;

export function HeaderBar({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <Root>
      <Row>
        <div>{start}</div>
        {children}
      </Row>
    </Root>
  );
}

const SkipRoot = styled.a`
  position: fixed;
  top: ${space[2]};
  left: ${space[2]};
  z-index: ${zIndex.toast};
  padding: ${space[3]} ${space[4]};
  border-radius: ${radius.sm};
  background: ${color.accent};
  color: ${color.textOnAccent};
  ${type.sm}
  font-weight: 600;
  text-decoration: none;
  transform: translateY(-200%);

  &:focus {
    transform: none;
  }
`;

/** `target` is the id of an element that can take focus. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <SkipRoot
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </SkipRoot>
  );
}
