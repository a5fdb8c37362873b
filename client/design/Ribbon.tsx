/** The ribbon of the reader's own company, which has approved an item: joined to the foot of its tile, below the picture. */
import { styled } from 'styled-components';
import { color, radius, size, type } from './theme.ts';
import { softToneByData, type SoftTone } from './tones.ts';

const Root = styled.span`
  display: block;
  width: ${size.tile};
  padding: 0 2px;
  overflow: hidden;
  border-top: 1px solid ${color.surface};
  border-radius: 0 0 ${radius.sm} ${radius.sm};
  ${type.ribbon}
  line-height: 16px;
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;
  ${softToneByData}

  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

/** Decorative: that the company has approved is said beside it. */
export function Ribbon({ name, tone }: { name: string; tone: SoftTone }) {
  return (
    <Root aria-hidden="true" data-part="ribbon" data-tone={tone}>
      {name}
    </Root>
  );
}
