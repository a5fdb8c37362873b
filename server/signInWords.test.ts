import { signInWords } from './signInWords.ts';

const anna = { email: 'anna@demo.example', isAdmin: false };
const maria = { email: 'maria@demo.example', isAdmin: false };
const igor = { email: 'igor@demo.example', isAdmin: true };
const config = (developer: boolean, telegram: object | null = null) =>
  ({ signIn: { developer }, google: null, telegram }) as Parameters<typeof signInWords>[0];

test.each([
  [
    [anna, igor, maria],
    'Sign in with the developer button: as anna@demo.example, or as the admin igor@demo.example',
  ],
  [
    [igor, maria],
    'Sign in with the developer button: as maria@demo.example, or as the admin igor@demo.example',
  ],
  [[igor], 'Sign in with the developer button: as the admin igor@demo.example'],
  [
    [anna, maria],
    'Sign in with the developer button: as anna@demo.example. Nobody there is an admin; to make one: loadout create-admin anna@demo.example',
  ],
])('the start names only who is there: %j', (offered, text) => {
  expect(signInWords(config(true), offered)).toEqual({ isWarning: false, text });
});

test('the start warns where nobody can come in, and says how somebody could', () => {
  expect(signInWords(config(true), [])).toMatchObject({
    isWarning: true,
    text: expect.stringContaining('loadout demo load'),
  });
  expect(signInWords(config(true, {}), [])).toMatchObject({ isWarning: false });
  expect(signInWords(config(false), [])).toMatchObject({
    isWarning: true,
    text: expect.stringContaining('DEVELOPER_SIGN_IN=true'),
  });
  expect(signInWords(config(false, {}), [])).toBeNull();
});
