import {
  readTelegramLogin,
  removeTelegramLogin,
  storeTelegramLogin,
  telegramLoginLifetimeMs,
} from './storedTelegramLogin.ts';

const login = { id: 42, first_name: 'Анна', auth_date: 1_760_000_000, hash: 'abc' };
const now = 1_760_000_100_000;
const stored = () => localStorage.getItem('telegramLogin');

test('a login is read back as it was received', () => {
  storeTelegramLogin(login, now);
  expect(readTelegramLogin(now)).toEqual(login);
});

test('it is valid until just before 24 hours', () => {
  storeTelegramLogin(login, now);
  expect(readTelegramLogin(now + telegramLoginLifetimeMs - 1)).toEqual(login);
  expect(readTelegramLogin(now + telegramLoginLifetimeMs)).toBeNull();
  expect(stored()).toBeNull();
});

test('without auth_date it is removed', () => {
  localStorage.setItem('telegramLogin', JSON.stringify({ id: 1, hash: 'x', stored_at: now }));
  expect(readTelegramLogin(now)).toBeNull();
  expect(stored()).toBeNull();
});

test.each(['no json', '"text"', '{}', 'null'])('%p is removed', (kept) => {
  localStorage.setItem('telegramLogin', kept);
  expect(readTelegramLogin(now)).toBeNull();
  expect(stored()).toBeNull();
});

test('it can be removed', () => {
  storeTelegramLogin(login, now);
  removeTelegramLogin();
  expect(readTelegramLogin(now)).toBeNull();
});
