// Search suggestions.
import { suggest } from './suggestions.ts';
import { approvalTag, engineOf, plainTag, service } from './engine/testing/smallCatalogue.ts';

const video = { name: 'video', ru: 'видео', en: 'video', isApproval: false };
const engine = engineOf([
  service(1, 'One', 'Voiceover', { tags: [video, plainTag('game video')] }),
  service(2, 'Two', 'Voiceover', { tags: [video, approvalTag('videoapproved')] }),
  service(3, 'Three', 'Chat', { tags: [plainTag('secret video')], isVisible: false }),
]);
const offered = (text: string) =>
  suggest(engine.index, text, { scope: 'visible', most: { tags: 5, concepts: 3 } });

test('lists tags with a matching prefix first, then with a matching word, with counts', () => {
  expect(offered('vid').tags.map(({ id, count }) => [id, count])).toEqual([
    ['video', 2],
    ['game video', 1],
  ]);
});

test('accepts both languages and a typing error', () => {
  expect(offered('виде').tags.map(({ id }) => id)).toEqual(['video']);
  expect(offered('vidoe').tags[0]?.id).toBe('video');
});

test('lists concepts with results, by any of their words', () => {
  expect(offered('закадр').concepts).toEqual([
    { id: 'voiceover', ru: 'озвучка', en: 'voiceover', count: 2 },
  ]);
  expect(offered('субтит').concepts).toEqual([]);
});
