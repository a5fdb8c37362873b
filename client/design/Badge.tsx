/** Badge: a short word about a state or type. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, radius, type, softToneByData, type SoftTone } from './theme.ts';

export type BadgeTone = 'neutral' | SoftTone;

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  padding: 2px 8px;
  border: 1px solid ${color.border};
  border-radius: ${radius.xs};
  background: ${color.noneSoft};
  color: ${color.noneText};
  ${type.xs}
  font-weight: 600;

  &:not([data-tone='neutral']) {
    border-color: transparent;
  }
  ${softToneByData}
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Root data-tone={tone}>
      {icon}
      {children}
    </Root>
  );
}

/** A number in a filled pill, for counts that ask to be looked at. */
export const CountBadge = styled.span`
  display: inline-grid;
  place-items: center;
  min-width: 20px;
  height: 20px;
  padding: 0 6px;
  border-radius: ${radius.pill};
  background: ${color.ember};
  color: ${color.textOnAccent};
  /* Not the display type: its 4 and 6 are taken for the letters Ч and Б at this size. */
  ${type.xs}
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  line-height: 1;
`;
