import { startTestWords } from '../testing/words.ts';

test.each([
  [0, 'Найдено 0 сервисов'],
  [1, 'Найден 1 сервис'],
  [2, 'Найдено 2 сервиса'],
  [5, 'Найдено 5 сервисов'],
  [11, 'Найдено 11 сервисов'],
  [21, 'Найден 21 сервис'],
  [22, 'Найдено 22 сервиса'],
  [25, 'Найдено 25 сервисов'],
  [101, 'Найден 101 сервис'],
  [111, 'Найдено 111 сервисов'],
  [1.5, 'Найдено 1,5 сервиса'],
])('the Russian form for %p', async (count, expected) => {
  const words = await startTestWords('ru');
  expect(words.t('dashboard:results', { count })).toBe(expected);
});

test.each([
  [1, '1 service found'],
  [0, '0 services found'],
  [1234.5, '1,234.5 services found'],
])('the English form for %p', async (count, expected) => {
  const words = await startTestWords('en');
  expect(words.t('dashboard:results', { count })).toBe(expected);
});
