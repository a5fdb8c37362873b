/** Background by a name: the same person or service has the same colour everywhere. */
import { color } from './theme.ts';

const grounds = [
  color.avatar1,
  color.avatar2,
  color.avatar3,
  color.avatar4,
  color.avatar5,
  color.avatar6,
];

export function groundOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) sum = (sum * 37 + letter.codePointAt(0)!) % 65_521;
  return grounds[sum % grounds.length];
}
