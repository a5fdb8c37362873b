import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { forgetUsefulAct, hasActed } from '../../browser/usefulAct.ts';
import { forgetNotices } from '../../design/notices.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { AccessDialog } from './AccessDialog.tsx';

const onClose = jest.fn();
type Input = Record<string, unknown>;
let inputs: Input[] = [];
let titles = { titleRu: 'Курсор' as string | null, titleEn: 'Cursor' as string | null };
let failure: Error | null = null;

beforeEach(() => {
  keepCurrentUser(aUser());
  onClose.mockClear();
  inputs = [];
  titles = { titleRu: 'Курсор', titleEn: 'Cursor' };
  failure = null;
});
afterEach(() => act(() => forgetNotices()));
beforeEach(() => forgetUsefulAct());

const open = async (around: Surroundings = {}) => {
  const resolvers = {
    Query: { knowledgeItem: () => ({ id: '12', ...titles }) },
    Mutation: {
      requestAccess: (_root: unknown, { input }: { input: Input }) => {
        inputs.push(input);
        if (failure) throw failure;
        return { id: '7', ...input, state: 'queued', createdAt: '2026-10-01T10:00:00.000Z' };
      },
    },
  };
  const page = await renderPage(<AccessDialog itemId="12" onClose={onClose} />, {
    resolvers,
    ...around,
  });
  await screen.findByRole('dialog');
  return page;
};
const send = () => screen.getByRole('button', { name: /^(Отправить запрос|Send request)$/ });
const features = () => screen.getByRole('textbox');

test.each([
  [{ titleRu: 'Курсор', titleEn: 'Cursor' }, 'Cursor'],
  [{ titleRu: 'Курсор', titleEn: null }, 'Курсор'],
])(
  'section 5: the service is read-only and holds the English title, or the Russian one: %p',
  async (given, shown) => {
    titles = given;
    await open();
    const service = await screen.findByRole('status', { name: 'Сервис' });
    await waitFor(() => expect(service).toHaveTextContent(shown));
    expect(service.tagName).toBe('OUTPUT');
  },
);

test('section 5: subscription type and features are both required', async () => {
  const { user } = await open();
  await waitFor(() => expect(screen.getByText('Cursor')).toBeInTheDocument());
  expect(send()).toBeDisabled();
  expect(send()).toHaveAccessibleDescription('Выберите подписку и опишите задачи');
  await user.click(screen.getByRole('radio', { name: /Расширенная/ }));
  expect(send()).toBeDisabled();
  await user.type(features(), '   ');
  expect(send()).toBeDisabled();
  await user.type(features(), 'Озвучка');
  expect(send()).toBeEnabled();
});

test('section 9: the plans are basic, pro and enterprise', async () => {
  await open();
  expect(screen.getAllByRole<HTMLInputElement>('radio').map((one) => one.value)).toEqual([
    'basic',
    'pro',
    'enterprise',
  ]);
});

test.each([
  ['ru', 'Запрос отправлен'],
  ['en', 'Request sent successfully'],
] as const)('section 8, in %s: success says “%s”', async (language, words) => {
  const { user } = await open({ language });
  await user.click(screen.getAllByRole('radio')[1]!);
  await user.type(features(), ' Озвучка роликов ');
  await user.click(screen.getByRole('checkbox'));
  await user.click(send());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputs).toEqual([
    {
      service: 'Cursor',
      subscriptionType: 'pro',
      features: 'Озвучка роликов',
      needsTesting: true,
      idempotencyKey: expect.stringMatching(/^[\da-f]{32}$/),
    },
  ]);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(hasActed()).toBe(true);
});

test.each([
  ['ru', 'Не удалось отправить запрос'],
  ['en', 'Failed to send request'],
] as const)('section 8, in %s: a failure says “%s” and keeps the text', async (language, words) => {
  failure = new Error('');
  const { user } = await open({ language });
  await user.click(screen.getAllByRole('radio')[0]!);
  await user.type(features(), 'Озвучка');
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  expect(features()).toHaveValue('Озвучка');
  expect(onClose).not.toHaveBeenCalled();

  // The same request again is the same request; another text is another one.
  await user.click(send());
  await waitFor(() => expect(inputs).toHaveLength(2));
  await user.type(features(), '!');
  await user.click(send());
  await waitFor(() => expect(inputs).toHaveLength(3));
  const keys = inputs.map((input) => input['idempotencyKey']);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
});

test('features of 2,000 characters are sent, of 2,001 not', async () => {
  const { user } = await open();
  await user.click(screen.getAllByRole('radio')[0]!);
  await user.click(features());
  await user.paste('а'.repeat(2000));
  expect(send()).toBeEnabled();
  await user.paste('б');
  expect(send()).toBeDisabled();
});

test('what was written is there again after the Back button or an ended session', async () => {
  const first = await open();
  await first.user.type(features(), 'Озвучка роликов');
  first.unmount();
  await open();
  expect(features()).toHaveValue('Озвучка роликов');
});
