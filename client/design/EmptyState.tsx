/** Empty state of a list, with one action. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, space, type } from './theme.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[3]};
  padding: ${space[12]} ${space[4]};
  border: 1px dashed ${color.borderStrong};
  border-radius: ${radius.md};
  text-align: center;

  h2,
  h3 {
    ${type.lg}
    max-width: 32ch;
  }
  p {
    max-width: 52ch;
    color: ${color.textMuted};
  }
`;

const Slots = styled.span`
  display: grid;
  grid-template-columns: repeat(3, 36px);
  gap: ${space[2]};
  span {
    height: 36px;
    border: 1px dashed ${color.borderStrong};
    border-radius: ${radius.sm};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[2]};
  p {
    flex-basis: 100%;
    max-width: none;
    ${type.sm}
  }
`;

export interface EmptyStateProps {
  title: ReactNode;
  /** The heading's level; default 2. */
  level?: 2 | 3;
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Root>
      <Slots aria-hidden="true">
        <span />
        <span />
        <span />
      </Slots>
      {/* Takes the focus where the last thing of a list has gone. */}
      <Heading tabIndex={-1}>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <Actions>{actions}</Actions> : null}
    </Root>
  );
}
