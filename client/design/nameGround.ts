/** Background by a name: the same person or service has the same colour everywhere. */
import { css } from 'styled-components';
import { color } from './theme.ts';

const grounds = [
  color.avatar1,
  color.avatar2,
  color.avatar3,
  color.avatar4,
  color.avatar5,
  color.avatar6,
];

/** The value of `data-ground` for a name. */
export const groundOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 0) %
  grounds.length;

export const groundStyles = grounds.map(
  (ground, index) => css`
    &[data-ground='${index}'],
    & > [data-ground='${index}'] {
      background: ${ground};
    }
  `,
);
