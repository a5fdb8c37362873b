import { screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { hasActed } from '../../browser/usefulAct.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { AccessDialog } from './AccessDialog.tsx';

const onClose = jest.fn();
type Input = Record<string, unknown>;
let inputs: Input[] = [];
let titles = { titleRu: 'Курсор' as string | null, titleEn: 'Cursor' as string | null };
let failure: Error | null = null;
/** What the answer about the alternatives waits for. */
let held = Promise.resolve();
const stands = { status: 'requested', version: 0, dueAt: '2026-10-06T10:00:00.000Z' };
const instead = (id: string, isVerified: boolean) => ({
  item: { id, titleRu: `Сервис ${id}`, titleEn: null, isVerified },
});
const alternatives = [instead('13', true), instead('14', false), instead('15', true)];

beforeEach(() => {
  keepCurrentUser(aUser());
  onClose.mockClear();
  inputs = [];
  titles = { titleRu: 'Курсор', titleEn: 'Cursor' };
  failure = null;
  held = Promise.resolve();
});
const openDialog = async (around: Surroundings = {}) => {
  const resolvers = {
    Query: {
      knowledgeItem: () => ({
        id: '12',
        ...titles,
        alternatives: () => held.then(() => alternatives),
      }),
    },
    Mutation: {
      requestAccess: (_root: unknown, { input }: { input: Input }) => {
        inputs.push(input);
        if (failure) throw failure;
        return {
          id: '7',
          ...input,
          state: 'queued',
          acts: ['withdraw'],
          createdAt: '2026-10-01T10:00:00.000Z',
          ...stands,
        };
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
const open = async (around: Surroundings = {}) => {
  const page = await openDialog(around);
  await screen.findByRole('textbox');
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
  await user.click(screen.getAllByRole('checkbox')[1]!);
  await user.click(screen.getAllByRole('checkbox').at(-1)!);
  await user.click(send());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputs).toEqual([
    {
      service: 'Cursor',
      knowledgeItemId: '12',
      subscriptionType: 'pro',
      features: 'Озвучка роликов',
      needsTesting: true,
      dataClasses: ['source_code'],
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
  await first.user.click(screen.getByRole('radio', { name: /Базовая/ }));
  await first.user.click(screen.getByRole('radio', { name: /Расширенная/ }));
  for (const name of ['исходный код', 'данные игроков', 'Нужен тестовый период'])
    await first.user.click(screen.getByRole('checkbox', { name }));
  await first.user.click(screen.getByRole('checkbox', { name: 'исходный код' }));
  first.unmount();
  const second = await open();
  expect(features()).toHaveValue('Озвучка роликов');
  const checked = () =>
    [...screen.getAllByRole('radio'), ...screen.getAllByRole('checkbox')]
      .filter((one) => (one as HTMLInputElement).checked)
      .map((one) => one.closest('label')?.textContent);
  expect(checked()).toEqual([
    expect.stringContaining('Расширенная'),
    'данные игроков',
    'Нужен тестовый период',
  ]);
  await second.user.click(screen.getByRole('button', { name: 'Отмена' }));
  second.unmount();
  await open();
  expect(features()).toHaveValue('');
  expect(checked()).toEqual([]);
});

test('before one sends, what the own company has approved and may do instead is offered', async () => {
  await open();
  const offered = await screen.findByText(/Уже одобрено для вашей компании/);
  const links = [...offered.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/services/13', '/services/15']);
});

test('the fields come with what is offered before them: nothing moves under the pointer', async () => {
  let release = () => undefined as void;
  held = new Promise((resolve) => (release = resolve));
  await openDialog();
  expect(await screen.findByText('Cursor')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Запрос доступа' })).toHaveFocus();
  expect(send()).toBeDisabled();
  release();
  expect(await screen.findByRole('textbox')).toBeInTheDocument();
  expect(screen.getByText(/Уже одобрено для вашей компании/)).toBeInTheDocument();
  expect(screen.getAllByRole('radio')[0]).toHaveFocus();
});

test('without the name of the service it says why nothing can be sent, and asks for it once more', async () => {
  let isAway = true;
  const { user } = await openDialog({
    resolvers: {
      Query: {
        knowledgeItem: () => {
          if (isAway) throw new Error('Away');
          return { id: '12', ...titles, alternatives: [] };
        },
      },
    },
  });
  await user.type(await screen.findByRole('textbox'), 'Писать код');
  await user.click(screen.getByRole('radio', { name: /Базовая/ }));
  expect(send()).toHaveAccessibleDescription('Название сервиса ещё не загрузилось');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Cursor')).toBeInTheDocument();
  expect(send()).toBeEnabled();
});

test('what is approved already keeps nobody from the fields for longer than a second', async () => {
  held = new Promise(() => undefined);
  await openDialog();
  expect(await screen.findByRole('textbox', {}, { timeout: 10_000 })).toBeInTheDocument();
});
