import { clientSettingsFor } from './clientSettings.ts';

const config = {
  environment: 'production',
  google: { clientId: 'id' },
  googleCallbackPath: '/oauth/google/callback',
  telegram: null,
  signIn: { developer: false },
  http: { splashHost: null },
};

test('the page hears whether there is a language model, and nothing else of it', () => {
  const languageModel = { url: 'https://model.example', key: 'secret' };
  expect(clientSettingsFor({ ...config, languageModel }, 'h').languageModel).toBe(true);
  expect(clientSettingsFor({ ...config, languageModel: null }, 'h').languageModel).toBe(false);
});
