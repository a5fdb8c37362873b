// The error catalogue (specification, section 8), line by line: the tests that show each. A line that is new or begins
// differently fails here until it is shown too, and so does a test that goes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The beginning of a line, and `file: a part of the test's name` for everything that it says. */
const shownBy: [line: string, ...tests: string[]][] = [
  [
    'Any 401 except from logout and the Google callback',
    'client/app/apollo.test.ts: being nobody, as %s, raises one signed-out event',
    'client/app/apollo.test.ts: another refusal raises none',
    'client/browser/restCall.test.ts: a refusal as nobody raises the signed-out event',
    'client/browser/restCall.test.ts: %s raises none',
    'client/browser/imageRetry.test.ts: only 401 does',
  ],
  [
    'Network failures without a response',
    'client/app/apollo.test.ts: no answer goes to the console',
    'client/browser/restCall.test.ts: no answer goes to the console',
  ],
  [
    'Log sends retry up to 3 attempts, waiting 2 then 4 seconds',
    'client/browser/clientLog.test.ts: three attempts, waiting 2 and then 4 seconds',
    'client/browser/clientLog.test.ts: console errors and warnings',
    'client/browser/clientLog.test.ts: an uncaught error with its stack and place',
    'client/browser/clientLog.test.ts: an unhandled rejection',
  ],
  [
    'Dev login failure',
    'client/pages/loginPage.test.tsx: a developer sign-in that fails is told, and nobody is signed in',
  ],
  [
    'Google login error',
    'client/pages/loginPage.test.tsx: a Google sign-in that cannot begin is told inline and as a notice',
    'client/design/notify.test.tsx: the durations are the specification’s',
  ],
  [
    'Callback page',
    'client/pages/callbacks.test.tsx: %s ends at the login screen with its text',
    'client/pages/callbacks.test.tsx: a refusal shows the server’s message, else the specified one',
    'client/pages/loginPage.test.tsx: what went wrong before is told above the buttons and as one notice',
  ],
  ['Invalid direct-access token', 'client/pages/callbacks.test.tsx: %p goes to the login screen'],
  [
    'Telegram login failure',
    'client/pages/loginPage.test.tsx: a refusal removes the stored login',
    'client/features/telegram/telegram.test.tsx: section 8: an invite link failure says %s, inline and as a toast',
  ],
  [
    'Like failure',
    'client/features/experts/expertsDialog.test.tsx: section 8, in %s: a refused like',
    'client/features/knowledge/LikeButton.test.tsx: section 8: the refusal is said for three seconds, with Retry',
  ],
  [
    'Complaint failure',
    'client/features/complaints/reportDialog.test.tsx: section 8, in %s: a failure with the message',
    'client/features/complaints/reportDialog.test.tsx: section 5: the comment is optional; success closes and says so',
  ],
  [
    'Request access',
    'client/features/access/accessDialog.test.tsx: section 8, in %s: success says',
    'client/features/access/accessDialog.test.tsx: section 8, in %s: a failure says',
  ],
  [
    'Use-case errors',
    'client/features/useCases/caseRow.test.tsx: section 8: a refused save says Error with the message',
    'client/features/useCases/newCase.test.tsx: section 8: a failed analysis says Error with the message',
    'client/features/useCases/newCase.test.tsx: section 8: a failure without a message says Unknown error',
    'client/design/notify.test.tsx: the durations are the specification’s',
  ],
  [
    'Images: 410',
    'client/browser/imageRetry.test.ts: 410 is never asked again',
    'client/browser/imageRetry.test.ts: 429 waits and asks again, with doubled waits',
    'client/browser/imageRetry.test.ts: an empty body and a lost connection fail',
    'e2e/pictures.e2e.ts: bad ones leave the letter',
  ],
  [
    'Video:',
    'client/features/splash/splashVideo.test.tsx: a video that cannot be loaded leaves its poster, and a word about it',
    'client/features/splash/splashVideo.test.tsx: a video that cannot be played says so',
  ],
  [
    'Access denied',
    'client/app/guards.test.tsx: is sent from the admin panel to the dashboard, and told why',
  ],
  ['Complaint count failure', 'client/app/newReports.test.tsx: a failure makes it 0'],
  [
    'Admin loads show an error',
    'client/features/activity/activity.test.tsx: an empty record, and one that cannot be read',
    'client/pages/DashboardPage.test.tsx: a failure is said in its place and can be tried again',
  ],
  [
    'Resolve inconsistency',
    'client/pages/adminPages.test.tsx: one is decided, the next has the focus',
    'client/pages/adminPages.test.tsx: one that could not be written stays open and says why',
  ],
  [
    'Server error bodies and status codes other than 401, 410, 429: not shown',
    'client/browser/graphqlFailure.test.ts: what has no sentence keeps the server’s words behind ours',
    'client/browser/graphqlFailure.test.ts: a masked error is named by its number',
  ],
];

const specification = readFileSync(join(root, 'docs/specification.md'), 'utf8');
const [, section = ''] = /^## 8\. .*\n([^]*?)^## 9\. /m.exec(specification) ?? [];
const lines = section.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));

test('every line of the catalogue is shown, once and in its order', () => {
  const beginnings = shownBy.map(([line]) => line);
  expect(lines.map((line, index) => line.slice(0, beginnings[index]?.length))).toEqual(beginnings);
});

test.each(shownBy.flatMap(([line, ...tests]) => tests.map((one) => [line, one] as const)))(
  '%s: %s',
  (_line, one) => {
    const [file = '', name = ''] = one.split(/: (.*)/);
    expect(readFileSync(join(root, file), 'utf8')).toContain(name);
  },
);
