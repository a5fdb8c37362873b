/** Sticky header bar. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, layout, size, space, zIndex } from './theme.ts';

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

  & > :first-child {
    flex: 1;
    min-width: 0;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: ${size.control};
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
