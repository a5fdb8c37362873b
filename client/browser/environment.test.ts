import { readSettings } from './environment.ts';

test('defaults of the specification', () => {
  expect(readSettings({ googleClientId: 'id' })).toEqual({
    googleClientId: 'id',
    googleCallbackPath: '/oauth/google/callback',
    appEnvironment: 'development',
    port: 5176,
    telegramBotName: null,
    telegramOpenId: false,
    signInProviders: [],
    developerSignIn: false,
    languageModel: false,
    splashOnly: false,
  });
});

test('the port is a string turned into a number', () => {
  expect(readSettings({ googleClientId: 'id', port: '8080' }).port).toBe(8080);
});

test('null says that Google is switched off', () => {
  expect(readSettings({ googleClientId: null }).googleClientId).toBeNull();
});

test('every problem is named at once', () => {
  const wrong = { appEnvironment: 'staging', googleCallbackPath: '//evil.example', port: 'many' };
  expect(() => readSettings(wrong)).toThrow(
    /appEnvironment.*googleClientId.*googleCallbackPath.*port/s,
  );
});
