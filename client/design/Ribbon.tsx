/** The ribbon of a partner company that has approved an item: text, not a picture. */
import { styled } from 'styled-components';
import { color, radius, type } from './theme.ts';

const Root = styled.span`
  display: inline-block;
  padding: 2px 8px;
  border: 1px solid transparent;
  border-radius: ${radius.xs};
  background: ${color.emberSoft};
  color: ${color.emberSoftText};
  ${type.xs}
  line-height: 1.3;
  font-weight: 600;

  &[data-partner='gdev'] {
    background: ${color.accentSoft};
    color: ${color.accentSoftText};
  }
  &[data-partner='cubicgames'] {
    background: ${color.infoSoft};
    color: ${color.infoSoftText};
  }
  &[data-partner='gamegears'] {
    background: ${color.warningSoft};
    color: ${color.warningSoftText};
  }
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
`;

/** `partner` is the company's key; an unknown one takes the ember look. */
export function Ribbon({ partner, name }: { partner: string; name: string }) {
  return <Root data-partner={partner}>{name}</Root>;
}
