// What stands around a question and asks for nothing: greetings and thanks.
import { engineOf, find, service } from './testing/smallCatalogue.ts';

test('a greeting asks for nothing, alone or before a task', () => {
  const named = engineOf([service(1, 'PrivateGPT', 'Voiceover'), service(2, 'Second', 'Chat')]);
  expect(find(named, 'приват').ids).toEqual([1]);
  expect(find(named, 'привет').ids).toEqual([]);
  expect(find(named, 'привет, озвучка').ids).toEqual([1]);
});

test.each([
  'Добрый день, озвучка',
  'Приветствую! озвучка',
  'Всем привет, коллеги, озвучка',
  'доброго времени суток… озвучка',
  'озвучка, заранее спасибо!',
  'озвучка. Благодарю',
  'Good morning team, озвучка, thanks in advance',
  'Hello everyone! озвучка. Thank you very much.',
  'Hi, hello: озвучка',
])('%s asks what it asks without', (text) => {
  const named = engineOf([
    service(1, 'First', 'Озвучка'),
    service(2, 'Second', 'Good morning day team, advance everyone'),
    service(3, 'Third', 'Добрый день, времени суток, коллеги, заранее'),
  ]);
  expect(find(named, text)).toEqual(find(named, 'озвучка'));
});

test('searched exactly, a greeting is searched too', () => {
  const named = engineOf([service(1, 'First', 'Озвучка')]);
  expect(find(named, 'Приветствую, озвучка', { isExact: true }).ids).toEqual([]);
});

test('a text that only greets is searched as it is, and a word is no greeting for its beginning', () => {
  const named = engineOf([service(1, 'Hey Gen', 'Chat'), service(2, 'Himalaya', 'Thanksgiving')]);
  expect(find(named, 'hey').ids).toEqual([1]);
  expect(find(named, 'hey gen').ids).toEqual([1]);
  expect(find(named, 'himalaya').ids).toEqual([2]);
  expect(find(named, 'chat thanksgiving').marked.has('thanksgiv')).toBe(true);
});

test('«в срок» says when, and сроки are asked for', () => {
  const timely = engineOf([service(1, 'First', 'Озвучка'), service(2, 'Second', 'Сроки')]);
  for (const text of ['озвучка в срок', 'к сроку озвучка', 'озвучка в кратчайшие сроки'])
    expect(find(timely, text)).toEqual(find(timely, 'озвучка'));
  for (const text of ['сроки', 'в срок']) expect(find(timely, text).ids).toEqual([2]);
});
