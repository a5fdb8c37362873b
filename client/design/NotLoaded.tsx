/** Placeholder for a value that failed to load. */
import { styled } from 'styled-components';
import { color } from './theme.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const Dash = styled.span`
  color: ${color.textMuted};
`;

/** `label` says what the dash means: “Did not load”. */
export function NotLoaded({ label }: { label: string }) {
  return (
    <Dash title={label}>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Dash>
  );
}
