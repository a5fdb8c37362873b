// More like this: items similar to a named one, inside or outside the catalogue.
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';

/** Nine irrelevant items with ids from this one on. */
const others = (from: number) =>
  Array.from({ length: 9 }, (_, place) => service(from + place, `Other ${place}`, 'Something'));

describe('like a service', () => {
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

  test('the rest of the text is a wish', () => {
    expect(find(engine, 'как midjourney, но offline').ids[0]).toBe(4);
  });

  test.each([
    'Midjourney but offline',
    'midjourney, но offline',
    'offline midjourney',
    'перейти с midjourney, offline',
    'switch from midjourney to something offline',
    'midjourney-like offline',
  ])('%s: what the named one is not', (text) => {
    expect(find(engine, text)).toMatchObject({ ids: [4, 2], similarToName: 'midjourney' });
  });

  test('a name with what it is, or with a task, is no such wish', () => {
    expect(find(engine, 'midjourney voiceover').similarToName).toBeNull();
    expect(find(engine, 'midjourney voiceover, but offline').similarToName).toBeNull();
  });

  test.each([
    ['like midjourney but free', 1],
    ['бесплатный аналог midjourney', 1],
    ['open alternative to midjourney', 3],
    ['midjourney, but without code', 4],
  ])('%s: a wish may be a word that says little elsewhere', (text, id) => {
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

  test('what a service does that nothing here is for leaves its weight to the next', () => {
    const kinds = engineOf([
      service(1, 'Recorder', 'Transcription', { tags: [plainTag('transcription')] }),
      service(2, 'Speaker', 'A voiceover for many of all those who speak before others'),
      ...others(3),
    ]);
    expect(find(kinds, 'аналог scribbler').ids[0]).toBe(2);
  });

  test('what is mainly for it comes before what is mainly for something else', () => {
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
  ])('what a service is, is what %s, not what it says more of', (_, wide) => {
    const kinds = engineOf([{ ...wide, likes: 9 }, narrow, ...others(3)]);
    expect(find(kinds, 'like murf').ids[0]).toBe(2);
  });

  test('how much a service says of what it is counts little', () => {
    const kinds = engineOf([
      service(1, 'Short', `Voiceover ${'for somebody somewhere '.repeat(9)}`, { likes: 9 }),
      service(2, 'Loud', 'Voiceover, voiceover'),
      ...others(3),
    ]);
    expect(find(kinds, 'like murf').ids).toEqual([1, 2]);
  });

  test('what nothing here is for is answered by what it is a kind of', () => {
    const kinds = engineOf([
      service(1, 'Coder', 'Code', { likes: 9 }),
      service(2, 'Player', 'Music of all kinds that anybody may want somewhere'),
      ...others(3),
    ]);
    expect(find(kinds, 'like minstrel').ids[0]).toBe(2);
  });

  test('where nothing does what it is for first, what is near that is said to be unsure', () => {
    const near = engineOf([service(1, 'Coder', 'Code', { likes: 9 }), ...others(3)]);
    expect(find(near, 'like minstrel')).toMatchObject({ ids: [1], unsure: true });
    expect(find(engine, 'like murf')).toMatchObject({ ids: [3], unsure: false });
  });

  test('to be free is wished of what is like it, and lifts nothing that is hardly so', () => {
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
  ])('%s: what the named one is not, unless it says so', (text, similarToName, id) => {
    const named = engineOf([
      service(1, 'Midjourney', 'Image generation'),
      service(2, 'Dream', 'Image generation, free'),
      ...others(3),
    ]);
    expect(find(named, text).similarToName).toBe(similarToName);
    expect(find(named, text).ids).toContain(id);
  });

  test.each([
    ['аналог herald hq', 'Herald HQ'],
    ['herald', null],
    ['herald for offices', null],
    ['like subtitles', null],
  ])('%s: a name with its ending', (text, similarToName) => {
    expect(find(engine, text).similarToName).toBe(similarToName);
  });

  test('a name is asked for without the AI that it ends with', () => {
    expect(find(engine, 'like dreamer')).toMatchObject({ similarToName: 'Dreamer AI' });
    expect(find(engine, 'like dreamer').ids).toEqual([1, 2, 4]);
  });

  test('a wish orders what is of the kind, not its neighbours', () => {
    const kinds = engineOf([
      service(1, 'Near', 'Картинка offline, offline, offline', { likes: 9 }),
      service(2, 'Kind', 'Image generation'),
      ...others(3),
    ]);
    expect(find(kinds, 'like midjourney but offline').ids[0]).toBe(2);
  });

  test('an ordinary word is a name where something like it is asked for, and nothing else', () => {
    expect(find(engine, 'alternative to Motion')).toMatchObject({
      ids: [3],
      similarToName: 'murf',
    });
    expect(find(engine, 'motion').similarToName).toBeNull();
    expect(find(engine, 'alternative to motion capture').similarToName).toBeNull();
  });

  test('a wish alone is no likeness', () => {
    const wished = engineOf([
      service(1, 'Midjourney', 'Image generation from a text'),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Offline, offline, offline'),
      ...others(4),
    ]);
    expect(find(wished, 'like midjourney but offline').ids).toEqual([2]);
  });

  test('a known name that the catalogue does not have', () => {
    expect(find(engine, 'аналог murf')).toMatchObject({ ids: [3], similarToName: 'murf' });
  });

  test.each(['вместо мерфа', 'аналог Мэрф', 'substitute for murf'])(
    '%s: the case of a name',
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
  ])('%s: what else asks for something like it', (text) => {
    expect(find(engine, text).ids).toEqual([3]);
    expect(find(engine, text).similarToName).toBe('murf');
  });

  test('it is called as people write it', () => {
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

  test('a name that is also a common word', () => {
    const made = engineOf([
      service(1, 'Make', 'Everything'),
      service(2, 'Speaker', 'Voiceover'),
      ...others(3),
    ]);
    expect(find(made, 'аналог Make')).toMatchObject({ ids: [2], similarToName: 'Make' });
    expect(find(made, 'like make').ids).toEqual([2]);
    expect(find(made, 'аналог make.com').ids).toEqual([2]);
  });

  test('what it does is a kind of comes last', () => {
    const both = engineOf([
      service(1, 'Speaker', 'Voice and speech', { likes: 9 }),
      service(2, 'Reader', 'Voiceover'),
      ...others(3),
    ]);
    expect(find(both, 'аналог murf').ids).toEqual([2, 1]);
  });

  test('what it is known for counts more than what its texts mention', () => {
    const texts = engineOf([
      service(1, 'Midjourney', 'Voiceover, subtitles and captions', { likes: 9 }),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Voiceover, subtitles and captions', { likes: 50 }),
      ...others(4),
    ]);
    expect(find(texts, 'аналог Midjourney').ids[0]).toBe(2);
  });

  test('what it is known for is known however its title ends', () => {
    const titles = engineOf([
      service(1, 'Midjourney AI', 'Voiceover, subtitles and captions', { likes: 9 }),
      service(2, 'Dream', 'Image generation'),
      service(3, 'Speaker', 'Voiceover, subtitles and captions', { likes: 50 }),
      ...others(4),
    ]);
    expect(find(titles, 'аналог Midjourney AI').ids[0]).toBe(2);
  });

  test('a kind of what it is known for serves too', () => {
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

  test('what a known service does is known by its title, however it ends, not by the words of it', () => {
    const titles = engineOf([
      service(1, 'Murf AI', 'Something'),
      service(2, 'Picture', 'Something else'),
    ]);
    expect(find(titles, 'озвучка').ids).toEqual([1]);
    expect(find(titles, 'картинка').ids).toEqual([]);
  });

  test('a name that nobody knows is searched as it is', () => {
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

  test.each(['Midjourney', 'мидджорни'])('%s: what is like it, said to be unsure', (text) => {
    expect(find(withoutMidjourney, text)).toMatchObject({
      ids: [1],
      similarToName: 'midjourney',
      unsure: true,
    });
  });

  test('who sees it finds it; as typed it is not there', () => {
    expect(find(withoutMidjourney, 'Midjourney', { seesHidden: true })).toMatchObject({
      ids: [3],
      similarToName: null,
      unsure: false,
    });
    expect(find(withoutMidjourney, 'Midjourney', { isExact: true })).toMatchObject({ total: 0 });
  });
});
