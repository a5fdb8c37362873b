/** Skip link past the header. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, space, type, zIndex } from './theme.ts';

const Root = styled.a`
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
    <Root
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </Root>
  );
}
