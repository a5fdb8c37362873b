// What a task of the wizard finds: services that are for it, in the order of how much they are.
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';

const passing =
  'A workspace for teams of every size that keeps documents, tasks, calendars and contacts, with charts, forms, reminders, a chat and voiceover';
const voices = [
  service(1, 'Speaker', 'Voiceover in many languages', { likes: 1 }),
  service(2, 'Herald', 'Voiceover for short clips'),
  service(3, 'Reader', 'Voiceover of books'),
];
const desk = service(4, 'Desk', passing, { likes: 90 });
const teller = service(5, 'Teller', 'Voiceover of news');

const byVoiceover = (services: readonly ReturnType<typeof service>[], more = {}) =>
  find(engineOf([...services]), '', { concepts: ['voiceover'], ...more });

test('what mentions the concept in passing is no answer but near, however well it is liked', () => {
  const found = byVoiceover([...voices, teller, desk]);
  expect(found.ids.sort()).toEqual([1, 2, 3, 5]);
  expect(found).toMatchObject({ total: 4, near: [4] });
});

test('where that leaves no choice, it is an answer behind the rest, and alone an unsure one', () => {
  const found = byVoiceover([...voices, desk]);
  expect(found.total).toBe(4);
  expect(found.ids[3]).toBe(4);
  expect(found.unsure).toBe(false);
  expect(byVoiceover([desk])).toMatchObject({ ids: [4], total: 1, near: [], unsure: true });
});

test('a hidden service changes nothing of that', () => {
  const hidden = voices.map((voice) => ({ ...voice, isVisible: false }));
  expect(byVoiceover([...hidden, desk])).toMatchObject({ ids: [4], total: 1, unsure: true });
  const { total } = byVoiceover([...hidden, desk], { seesHidden: true });
  expect(total).toBe(4);
});

test('what says it by a tag or among its tasks is for it', () => {
  const tagged = service(6, 'Tagged', passing.replace('voiceover', 'notes'), {
    tags: [plainTag('voiceover')],
  });
  const tasked = service(7, 'Tasked', passing.replace('voiceover', 'notes'), {
    tasks: {
      ru: [],
      en: ['plan a week', 'share a note', 'voiceover for a clip', 'remind a colleague'],
    },
  });
  const { ids } = byVoiceover([...voices, teller, desk, tagged, tasked]);
  expect(ids.sort()).toEqual([1, 2, 3, 5, 6, 7]);
});

test('the concepts that an item is said to be for are those that find it', () => {
  const engine = engineOf([...voices, teller, desk]);
  expect(engine.conceptsOf(1)).toEqual(['voiceover']);
  expect(engine.conceptsOf(4)).not.toContain('voiceover');
  for (const concept of engine.conceptsOf(4))
    expect(find(engine, '', { concepts: [concept] }).ids).toContain(4);
});

test('of several concepts it must be for the first alone', () => {
  const mixer = service(8, 'Mixer', `Music. ${passing}`);
  const found = (concepts: string[]) =>
    byVoiceover([...voices, teller, desk, mixer], { concepts }).ids;
  expect(found(['music', 'voiceover'])).toEqual([8]);
  expect(found(['voiceover', 'music'])).toEqual([]);
});
