/** Ribbon of the reader's company on the tile of an approved item. */
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { color, radius, size, type } from './theme.ts';
import { softToneByData, type SoftTone } from './tones.ts';

const Root = styled.span`
  display: block;
  width: ${size.tile};
  max-height: 33px;
  padding: 0 2px;
  overflow: hidden;
  border-top: 1px solid ${color.surface};
  border-radius: 0 0 ${radius.sm} ${radius.sm};
  ${type.ribbon}
  line-height: 16px;
  text-align: center;
  text-overflow: ellipsis;
  ${softToneByData}

  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

/** Possible line breaks of a name: “GameGears” is wider than a tile. */
const partsOf = (name: string): string[] => name.split(/(?<=\p{Ll})(?=\p{Lu})/u);

/** Decorative: that the company has approved is said beside it. */
export function Ribbon({ name, tone }: { name: string; tone: SoftTone }) {
  return (
    <Root aria-hidden="true" data-part="ribbon" data-tone={tone}>
      {partsOf(name).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </Root>
  );
}
