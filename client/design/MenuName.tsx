/** Name with a detail line, as the first entry of a menu. */
import { styled } from 'styled-components';
import { color, type } from './theme.ts';

const Name = styled.strong`
  display: block;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Detail = styled.small`
  display: block;
  color: ${color.textMuted};
  ${type.xs}
`;

export function MenuName({ name, detail }: { name: string; detail?: string | undefined }) {
  return (
    <>
      <Name>{name}</Name>
      {detail ? <Detail>{detail}</Detail> : null}
    </>
  );
}
