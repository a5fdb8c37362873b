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

  test.each([
    'Midjourney but offline',
    'как midjourney, но offline',
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

  test.each([
    'аналог murf',
    'вместо мерфа',
    'аналог Мэрф',
    'substitute for murf',
    'убийца murf',
    'подешевле чем murf',
    'murf слишком дорогой',
    'murf у нас недоступен',
    'murf is too expensive',
    'ditch murf',
    'migrate off murf',
    'same as murf',
  ])('%s: finds what is like a known name outside the catalogue', (text) => {
    expect(find(engine, text)).toMatchObject({ ids: [3], similarToName: 'murf' });
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
