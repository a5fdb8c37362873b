// npm run fakes: starts a fake of every external service and prints the settings for Loadout.
import { parseArgs } from 'node:util';
import { startFakeEmbeddings } from '../fakes/embeddings.ts';
import { startFakeGoogle } from '../fakes/google.ts';
import { startFakeLanguageModel } from '../fakes/languageModel.ts';
import { startFakeMailServer } from '../fakes/mail.ts';
import { startFakeRaindrop } from '../fakes/raindrop.ts';
import { startFakeTelegram } from '../fakes/telegram.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '5181' } } });
const firstPort = Number(values.port);
if (!Number.isInteger(firstPort) || firstPort < 0 || firstPort > 65_500) {
  console.error(
    '--port takes the first of seven neighbouring ports, for example --port 5181; 0 takes seven free ones',
  );
  process.exit(2);
}
const port = (offset: number): number => (firstPort === 0 ? 0 : firstPort + offset);

interface Closable {
  close(): Promise<void>;
}

const running: Closable[] = [];

async function stop(): Promise<void> {
  await Promise.all(running.map((fake) => fake.close()));
}

async function open<Fake extends Closable>(starting: Promise<Fake>): Promise<Fake> {
  const fake = await starting;
  running.push(fake);
  return fake;
}

async function start(): Promise<void> {
  const google = await open(startFakeGoogle({ port: port(0) }));
  const telegram = await open(startFakeTelegram({ port: port(1) }));
  const raindrop = await open(
    startFakeRaindrop({
      port: port(2),
      bookmarks: [
        { link: 'https://example.com/whiteboard', title: 'Whiteboard', tags: ['planning'] },
        { link: 'https://example.com/voices', title: 'Voices', tags: ['sound', 'gdevapproved'] },
      ],
    }),
  );
  const model = await open(startFakeLanguageModel({ port: port(3) }));
  const mail = await open(startFakeMailServer({ port: port(4), readingPort: port(5) }));
  const embeddings = await open(startFakeEmbeddings({ port: port(6) }));

  const settings = {
    ...google.settings,
    ...telegram.settings,
    TELEGRAM_ALLOWED_IDS: '1001',
    // Beside another sign-in it must be enabled explicitly.
    DEVELOPER_SIGN_IN: 'true',
    RAINDROP_URL: raindrop.url,
    RAINDROP_TOKEN: raindrop.token,
    LANGUAGE_MODEL_URL: model.url,
    LANGUAGE_MODEL_NAME: 'stand-in',
    EMBEDDINGS_URL: embeddings.url,
    EMBEDDINGS_MODEL: 'stand-in',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Loadout <loadout@example.com>',
    ACCESS_REQUESTS_TO: 'it@example.com',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  console.log(
    [
      '# The stand-ins are running. Put these lines into .env and start Loadout beside them:',
      ...lines,
      '',
      `# Write to the bot, and read what it answers: ${telegram.url}/`,
      `# Read the mails that were sent:             ${mail.readingUrl}`,
      `# What the bookmarks service can be told:    ${new URL('/_control', raindrop.url)}`,
      '# Ctrl+C ends them all; what they hold is gone then.',
    ].join('\n'),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}

start().catch(async (error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(isTaken ? `${error.message}; choose other ports with --port` : error);
  await stop();
  process.exit(1);
});
