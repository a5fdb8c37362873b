// How a thesaurus is written down.
import { parseThesaurus } from './parseThesaurus.ts';

test('concepts with their links, names with what they do, and ordinary words, from several files', () => {
  expect(
    parseThesaurus([
      '# a comment\n\nvoice | голос, (речь) | voice, speech |\n',
      'voiceover | озвучка | voiceover, text to speech | > voice ~ subtitles\nsubtitles | титры | captions |',
      '= murf, мерф, (speaker) | voiceover voice',
      '# family\n: мама  mother\n: брат',
    ]),
  ).toEqual({
    concepts: [
      {
        id: 'voice',
        ru: ['голос', 'речь'],
        en: ['voice', 'speech'],
        askedOnly: ['речь'],
        broader: [],
        related: [],
      },
      {
        id: 'voiceover',
        ru: ['озвучка'],
        en: ['voiceover', 'text to speech'],
        askedOnly: [],
        broader: ['voice'],
        related: ['subtitles'],
      },
      { id: 'subtitles', ru: ['титры'], en: ['captions'], askedOnly: [], broader: [], related: [] },
    ],
    names: [{ forms: ['murf', 'мерф'], askedOnly: ['speaker'], concepts: ['voiceover', 'voice'] }],
    ordinary: ['мама', 'mother', 'брат'],
  });
});

test.each([
  ['a | а | a |\na | б | b |', 'twice'],
  ['a | а | a | > b', 'which there is not'],
  ['= name | b', 'which there is not'],
  ['a | b | c | d | e', 'Not a concept'],
  ['| b | c |', 'Not a concept'],
  ['= | ', 'Not a name'],
])('%j is refused', (text, message) => {
  expect(() => parseThesaurus([text])).toThrow(message);
});
