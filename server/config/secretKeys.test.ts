// Encryption keys: setting, key file and wrong keys.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecretKeys } from './secretKeys.ts';
import { createSecretBox } from '../shared/secrets.ts';

const folders: string[] = [];
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-keys-'));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const boxIn = (dataDir: string, secretsKeys: string[] = []) =>
  createSecretBox(
    openSecretKeys({ secretsKeys, dataDir, database: { url: null, directUrl: null } }),
  );

test('creates one key file for all processes with the first secret', () => {
  const folder = aFolder();
  const box = boxIn(folder);
  expect(box.problem()).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
  const sealed = box.seal('hush');
  expect(readdirSync(folder)).toEqual(['secrets.key']);
  expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(boxIn(folder).open(sealed)).toBe('hush');
  expect(boxIn(folder).open(boxIn(folder).seal('again'))).toBe('again');
  expect(box.seal('hush')).not.toBe(sealed);
});

test('a key in the settings encrypts, and the file still decrypts', () => {
  const folder = aFolder();
  const sealed = boxIn(folder).seal('hush');
  const box = boxIn(folder, ['b'.repeat(64)]);
  expect(box.open(sealed)).toBe('hush');
  expect(box.isCurrent(sealed)).toBe(false);
  expect(boxIn(aFolder(), ['b'.repeat(64)]).open(box.seal('hush'))).toBe('hush');
});

test('does not decrypt changed, truncated or foreign secrets', () => {
  const box = boxIn(aFolder());
  const sealed = box.seal('hush');
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  for (const text of [
    changed,
    sealed.slice(0, 30),
    'whsec_clear',
    '',
    boxIn(aFolder()).seal('hush'),
  ])
    expect(box.open(text)).toBeNull();
});

test('reports a file without a key and keeps it; an external database needs the setting', () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'secrets.key'), 'nonsense');
  expect(boxIn(folder).problem()).toMatch(/secrets\.key does not hold a key/);
  expect(() => boxIn(folder).seal('hush')).toThrow('does not hold a key');
  const own = aFolder();
  const keys = openSecretKeys({
    secretsKeys: [],
    dataDir: own,
    database: { url: 'postgres://db/x', directUrl: null },
  });
  expect(createSecretBox(keys).problem()).toBe('SECRETS_KEY is not set');
  expect(existsSync(join(own, 'secrets.key'))).toBe(false);
});
