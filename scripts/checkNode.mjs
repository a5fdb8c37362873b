// Check of the Node version, in plain JavaScript so that it runs on old versions.
const needed = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    [
      `Loadout needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.`,
      'npm ci installs the right one into the project, by an install script. So run:',
      '  npm ci',
      'without --ignore-scripts, and start Loadout by npm (npm start), which then uses that Node.',
    ].join('\n'),
  );
  process.exit(1);
}
