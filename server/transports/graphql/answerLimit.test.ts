// The limit of an answer counts bytes, whatever characters it is written in.
import { stringifyWithin } from './answerLimit.ts';

test.each([
  ['one byte', 'a', 1],
  ['two bytes', 'я', 2],
  ['three bytes', '€', 3],
  ['four bytes', '🎨', 4],
])(
  'an answer of characters of %s may take just so many bytes as it has',
  (_name, character, size) => {
    const answer = { text: character.repeat(100) };
    const bytes = '{"text":""}'.length + 100 * size;

    expect(stringifyWithin(bytes, answer)).toBe(JSON.stringify(answer));
    expect(stringifyWithin(10 * bytes, answer)).toBe(JSON.stringify(answer));
    expect(() => stringifyWithin(bytes - 1, answer)).toThrow(
      `The answer is larger than ${bytes - 1} bytes; ask for less at a time`,
    );
  },
);
