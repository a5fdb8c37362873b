// More like this: items similar to a named one, inside or outside the catalogue.
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';

/** Nine irrelevant items with ids from this one on. */
const others = (from: number) =>
  Array.from({ length: 9 }, (_, place) => service(from + place, `Other ${place}`, 'Something'));

describe('similarity search', () => {
  const engine = engineOf([
    service(1, 'Midjourney', 'Image generation from a text', { tags: [plainTag('art')], likes: 9 }),
    service(2, 'Dream', 'Генерация изображений', { tags: [plainTag('art')] }),
    service(3, 'Speaker', 'Voiceover and speech', { likes: 50 }),
    service(4, 'Local Dream', 'Image generation offline'),
    ...others(5),
  ]);

  test.each(['аналог Midjourney', 'alternative to midjourney', 'что-то вроде мидджорни'])(
    '%s leaves the named one out',
    (text) => {
      const found = find(engine, text);
      expect(found.similarToName).toBe('midjourney');
      expect(found.ids[0]).toBe(2);
      expect(found.ids).not.toContain(1);
      expect(found.ids).not.toContain(3);
    },
  );

  test('treats the rest of the text as a constraint', () => {
    expect(find(engine, 'как midjourney, но offline').ids[0]).toBe(4);
  });

  test.each([
    'Midjourney but offline',
    'midjourney, но offline',
    'offline midjourney',
    'перейти с midjourney, offline',
    'switch from midjourney to something offline',
    'midjourney-like offline',
  ])('%s: finds similar items with a constraint that the named service does not meet', (text) => {
    expect(find(engine, text)).toMatchObject({ ids: [4, 2], similarToName: 'midjourney' });
  });

  test('is not triggered by a name with its kind or a task', () => {
    expect(find(engine, 'midjourney voiceover').similarToName).toBeNull();
    expect(find(engine, 'midjourney voiceover, but offline').similarToName).toBeNull();
  });

  test.each([
    ['like midjourney but free', 1],
    ['бесплатный аналог midjourney', 1],
    ['open alternative to midjourney', 3],
    ['midjourney, but without code', 4],
  ])('%s: a constraint may be an otherwise uninformative word', (text, id) => {
    const wished = engineOf([
      service(
        1,
        'First',
        'Image generation for pictures of goods, free, of which much can be said',
      ),
      service(2, 'Second', 'Image generation', { likes: 9 }),
      service(3, 'Third', 'Image generation for pictures of goods, open source, of some worth'),
      service(4, 'Fourth', 'Image generation for pictures of goods without code or other work'),
      service(5, 'Fifth', 'Image generation, code', { likes: 5 }),
      ...others(6),
    ]);
    expect(find(wished, text).ids[0]).toBe(id);
    expect(find(wished, text).ids).toContain(2);
  });

  test('ignores purposes that no item has', () => {
    const kinds = engineOf([
      service(1, 'Recorder', 'Transcription', { tags: [plainTag('transcription')] }),
      service(2, 'Speaker', 'A voiceover for many of all those who speak before others'),
      ...others(3),
    ]);
    expect(find(kinds, 'аналог scribbler').ids[0]).toBe(2);
  });

  test('ranks a main purpose before a secondary one', () => {
    const kinds = engineOf([
      service(1, 'Wide', 'Voiceover, voiceover, voiceover, image generation', { likes: 9 }),
      service(2, 'Narrow', 'Image generation, everything, something, somewhere'),
      ...others(3),
    ]);
    expect(find(kinds, 'like midjourney').ids).toEqual([2, 1]);
  });

  const narrow = service(2, 'Narrow', 'For everything, something and somewhere: voiceover');

  test.each([
    ['its text says first', service(1, 'Wide', 'Subtitles, karaoke, voiceover, voiceover')],
    [
      'it does first',
      service(1, 'Wide', 'Some', {
        tasks: { ru: [], en: ['subtitles', 'karaoke', 'voiceover', 'voiceover of films'] },
      }),
    ],
    ['is known of it', service(1, 'Midjourney', 'Voiceover, voiceover')],
  ])('the kind of a service is %s, not its most frequent concept', (_, wide) => {
    const kinds = engineOf([{ ...wide, likes: 9 }, narrow, ...others(3)]);
    expect(find(kinds, 'like murf').ids[0]).toBe(2);
  });

  test('weights repetition of the kind lightly', () => {
    const kinds = engineOf([
      service(1, 'Short', `Voiceover ${'for somebody somewhere '.repeat(9)}`, { likes: 9 }),
      service(2, 'Loud', 'Voiceover, voiceover'),
      ...others(3),
    ]);
    expect(find(kinds, 'like murf').ids).toEqual([1, 2]);
  });

  test('falls back to the broader concept', () => {
    const kinds = engineOf([
      service(1, 'Coder', 'Code', { likes: 9 }),
      service(2, 'Player', 'Music of all kinds that anybody may want somewhere'),
      ...others(3),
    ]);
    expect(find(kinds, 'like minstrel').ids[0]).toBe(2);
  });

  test('marks near results as uncertain when no item has the purpose first', () => {
    const near = engineOf([service(1, 'Coder', 'Code', { likes: 9 }), ...others(3)]);
    expect(find(near, 'like minstrel')).toMatchObject({ ids: [1], unsure: true });
    expect(find(engine, 'like murf')).toMatchObject({ ids: [3], unsure: false });
  });

  test('orders by the constraint “free” without promoting dissimilar items', () => {
    const kinds = engineOf([
      service(1, 'Midjourney', 'Image generation'),
      service(2, 'Dream', 'Image generation', { tags: [plainTag('illustration')] }),
      service(3, 'Speaker', 'Voiceover, voiceover again, free, and free again, text to image', {
        likes: 9,
      }),
      ...others(4),
    ]);
    expect(find(kinds, 'free midjourney').ids[0]).toBe(2);
  });

  test.each([
    ['бесплатный midjourney', 'midjourney', 2],
    ['free midjourney', 'midjourney', 2],
    ['midjourney free', null, 1],
    ['midjourney local', null, 1],
    ['free dream', null, 2],
    ['midjourney free trial', null, 1],
  ])(
    '%s: treats it as a constraint that the named service does not meet, unless its item does',
    (text, similarToName, id) => {
      const named = engineOf([
        service(1, 'Midjourney', 'Image generation'),
        service(2, 'Dream', 'Image generation, free'),
        ...others(3),
      ]);
      expect(find(named, text).similarToName).toBe(similarToName);
      expect(find(named, text).ids).toContain(id);
    },
  );

  test.each([
    ['аналог herald hq', 'Herald HQ'],
    ['herald', null],
    ['herald for offices', null],
    ['like subtitles', null],
  ])('%s: recognises an inflected name', (text, similarToName) => {
    expect(find(engine, text).similarToName).toBe(similarToName);
  });

  test('recognises a name without its trailing AI', () => {
    expect(find(engine, 'like dreamer')).toMatchObject({ similarToName: 'Dreamer AI' });
    expect(find(engine, 'like dreamer').ids).toEqual([1, 2, 4]);
  });

  test('orders similar items by a constraint, not near ones', () => {
    const kinds = engineOf([
      service(1, 'Near', 'Картинка offline, offline, offline', { likes: 9 }),
      service(2, 'Kind', 'Image generation'),
      ...others(3),
    ]);
    expect(find(kinds, 'like midjourney but offline').ids[0]).toBe(2);
  });

  test('treats an ordinary word as a name in similarity searches only', () => {
    expect(find(engine, 'alternative to Motion')).toMatchObject({
      ids: [3],
      similarToName: 'murf',
    });
    expect(find(engine, 'motion').similarToName).toBeNull();
    expect(find(engine, 'alternative to motion capture').similarToName).toBeNull();
  });

  test('is not triggered by a constraint alone', () => {
    const wished = engineOf([
      service(1, 'Midjourney', 'Image generation from a text'),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Offline, offline, offline'),
      ...others(4),
    ]);
    expect(find(wished, 'like midjourney but offline').ids).toEqual([2]);
  });

  test('uses a known name outside the catalogue', () => {
    expect(find(engine, 'аналог murf')).toMatchObject({ ids: [3], similarToName: 'murf' });
  });

  test.each(['вместо мерфа', 'аналог Мэрф', 'substitute for murf'])(
    '%s: recognises the grammatical case of a name',
    (text) => {
      expect(find(engine, text)).toMatchObject({ ids: [3], similarToName: 'murf' });
    },
  );

  test.each([
    'убийца murf',
    'подешевле чем murf',
    'murf слишком дорогой',
    'murf у нас недоступен',
    'murf is too expensive',
    'ditch murf',
    'migrate off murf',
    'same as murf',
  ])('%s: recognises other similarity phrases', (text) => {
    expect(find(engine, text).ids).toEqual([3]);
    expect(find(engine, text).similarToName).toBe('murf');
  });

  test('recognises spellings that people use', () => {
    const names = engineOf([
      service(1, 'DALL·E 2', 'Image generation'),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Big Sheets', 'Voiceover'),
      service(4, 'Speaker', 'Voiceover'),
      ...others(5),
    ]);
    expect(find(names, 'аналог далли')).toMatchObject({ ids: [2], similarToName: 'DALL·E' });
    expect(find(names, 'like dall e').similarToName).toBe('DALL·E');
    expect(find(names, 'like big sheets').similarToName).toBe('big sheets');
  });

  test('recognises a name that is also a common word', () => {
    const made = engineOf([
      service(1, 'Make', 'Everything'),
      service(2, 'Speaker', 'Voiceover'),
      ...others(3),
    ]);
    expect(find(made, 'аналог Make')).toMatchObject({ ids: [2], similarToName: 'Make' });
    expect(find(made, 'like make').ids).toEqual([2]);
    expect(find(made, 'аналог make.com').ids).toEqual([2]);
  });

  test('ranks broader purposes last', () => {
    const both = engineOf([
      service(1, 'Speaker', 'Voice and speech', { likes: 9 }),
      service(2, 'Reader', 'Voiceover'),
      ...others(3),
    ]);
    expect(find(both, 'аналог murf').ids).toEqual([2, 1]);
  });

  test('weights the known purpose above other concepts of its texts', () => {
    const texts = engineOf([
      service(1, 'Midjourney', 'Voiceover, subtitles and captions', { likes: 9 }),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Voiceover, subtitles and captions', { likes: 50 }),
      ...others(4),
    ]);
    expect(find(texts, 'аналог Midjourney').ids[0]).toBe(2);
  });

  test('finds the known purpose for any title suffix', () => {
    const titles = engineOf([
      service(1, 'Midjourney AI', 'Voiceover, subtitles and captions', { likes: 9 }),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Voiceover, subtitles and captions', { likes: 50 }),
      ...others(4),
    ]);
    expect(find(titles, 'аналог Midjourney AI').ids[0]).toBe(2);
  });

  test('accepts narrower concepts of the known purpose', () => {
    const kinds = engineOf([
      service(1, 'One', 'Картинка'),
      service(2, 'Two', 'Sound'),
      service(3, 'Three', 'Something else'),
    ]);
    expect(find(kinds, 'вместо мидджорни')).toMatchObject({
      ids: [1],
      similarToName: 'midjourney',
    });
  });

  test('recognises a known service by its title with any suffix, not by its words', () => {
    const titles = engineOf([
      service(1, 'Murf AI', 'Something'),
      service(2, 'Picture', 'Something else'),
    ]);
    expect(find(titles, 'озвучка').ids).toEqual([1]);
    expect(find(titles, 'картинка').ids).toEqual([]);
  });

  test('searches an unknown name as text', () => {
    expect(find(engine, 'аналог Xyzzy')).toMatchObject({ ids: [], similarToName: null });
  });
});

describe('a well-known name that the catalogue does not have', () => {
  const withoutMidjourney = engineOf([
    service(1, 'DALL·E 2', 'Image generation by words'),
    service(2, 'Murf', 'Text to speech'),
    service(3, 'Hidden Midjourney', 'Image generation', { isVisible: false }),
    ...[4, 5, 6].map((id) => service(id, `Atlas ${id}`, 'Maps')),
  ]);

  test.each(['Midjourney', 'мидджорни'])('%s: finds similar items, marked as uncertain', (text) => {
    expect(find(withoutMidjourney, text)).toMatchObject({
      ids: [1],
      similarToName: 'midjourney',
      unsure: true,
    });
  });

  test('is found by those who see it; as typed it is missing', () => {
    expect(find(withoutMidjourney, 'Midjourney', { seesHidden: true })).toMatchObject({
      ids: [3],
      similarToName: null,
      unsure: false,
    });
    expect(find(withoutMidjourney, 'Midjourney', { isExact: true })).toMatchObject({ total: 0 });
  });
});
