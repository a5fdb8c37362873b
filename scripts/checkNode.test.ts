import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the check as a Node of another version would. */
function check(version: string) {
  const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' });
    await import(${JSON.stringify(join(import.meta.dirname, 'checkNode.mjs'))});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
}

test.each(['22.18.0', '22.20.1', '24.0.0', '26.1.0'])('Node %s is taken', (version) => {
  expect(check(version)).toMatchObject({ status: 0, stderr: '' });
});

test.each(['18.20.0', '20.19.0', '22.17.9'])('Node %s is refused, with what to do', (version) => {
  const { status, stderr } = check(version);
  expect(status).toBe(1);
  expect(stderr).toContain(`this is Node ${version}`);
  expect(stderr).toContain('npm ci');
});
