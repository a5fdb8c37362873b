import { jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../testing/render.tsx';
import { Webhooks } from './Webhooks.tsx';

type Args = Record<string, unknown>;

const url = 'https://tools.example.com/hook';
const webhook = (given: object = {}) => ({
  id: '1',
  url,
  kinds: ['item_added'],
  isOn: true,
  formerSecretUntil: null as string | null,
  goneAt: null as string | null,
  pausedUntil: null as string | null,
  waiting: 2,
  dead: 1,
  ...given,
});
const delivery = (id: string, given: object = {}) => ({
  id,
  kind: 'item_added',
  subject: 'item 7',
  knowledgeItem: { id: '7', titleRu: 'Монтажёр', titleEn: 'Cutter' },
  at: '2026-11-20T10:00:00.000Z',
  state: 'dead',
  tries: 10,
  nextTryAt: null,
  status: 500,
  failure: 'status',
  ...given,
});

let webhooks: ReturnType<typeof webhook>[];
let sent: [string, Args][];
let refusal: Error | null;
let deliveries: ReturnType<typeof delivery>[];
let looks: number;
const note = (name: string, args: Args) => void sent.push([name, { ...args }]);
const resolvers = {
  Query: {
    webhooks: () => webhooks,
    webhookDeliveries: () => {
      looks += 1;
      return deliveries;
    },
  },
  Mutation: {
    addWebhook: (_: unknown, args: Args) => {
      note('add', args);
      webhooks = [...webhooks, webhook({ id: '2', ...args })];
      return { webhook: webhooks.at(-1), secret: 'whsec_new' };
    },
    changeWebhook: (_: unknown, args: Args) => {
      if (refusal) throw refusal;
      note('change', args);
      webhooks = [webhook(args)];
      return webhooks[0];
    },
    rotateWebhookSecret: (_: unknown, args: Args) => {
      note('rotate', args);
      return { webhook: webhooks[0], secret: 'whsec_rotated' };
    },
    removeWebhook: (_: unknown, args: Args) => {
      note('remove', args);
      webhooks = [];
      return { success: true };
    },
    redeliverWebhook: (_: unknown, args: Args) => {
      if (refusal) throw refusal;
      note('redeliver', args);
      return delivery('5', { state: 'waiting', tries: 0 });
    },
  },
};
beforeEach(() => {
  webhooks = [webhook()];
  sent = [];
  refusal = null;
  deliveries = [delivery('5'), delivery('4', { state: 'delivered', failure: null })];
  looks = 0;
});
const show = () => renderPage(<Webhooks />, { resolvers });

test('adds a webhook with selected kinds, and shows its secret once', async () => {
  webhooks = [];
  const { user } = await show();
  expect(await screen.findByText('Вебхуков пока нет')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Добавить вебхук' }));
  const dialog = await screen.findByRole('dialog', { name: 'Новый вебхук' });
  const send = within(dialog).getByRole('button', { name: 'Добавить вебхук' });
  expect(send).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox', { name: /^Адрес/ }), url);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Сервис изменён' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Ссылка не работает' }));
  await user.click(send);
  expect(await screen.findByText('whsec_new')).toBeInTheDocument();
  expect(sent).toEqual([['add', { url, kinds: ['item_added', 'item_removed', 'link_lost'] }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(screen.queryByText('whsec_new')).toBeNull();
  expect(await screen.findByText(url)).toBeInTheDocument();
});

test('changes, switches off, renews the secret and removes, each after a confirmation', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: `Изменить: ${url}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Изменить вебхук' });
  await user.click(within(dialog).getByRole('switch', { name: 'Отправлять' }));
  await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText('Выключен')).toBeInTheDocument();
  const answer = async (button: string, confirm: string) => {
    await user.click(screen.getByRole('button', { name: `${button}: ${url}` }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  };
  await answer('Новый секрет', 'Новый секрет');
  expect(await screen.findByText('whsec_rotated')).toBeInTheDocument();
  await answer('Убрать', 'Убрать');
  expect(await screen.findByText('Вебхуков пока нет')).toBeInTheDocument();
  expect(sent).toEqual([
    ['change', { id: '1', url, kinds: ['item_added'], isOn: false }],
    ['rotate', { id: '1' }],
    ['remove', { id: '1' }],
  ]);
});

test('shows a refused address at its field, and confirms before input is lost', async () => {
  refusal = new GraphQLError('url: no', {
    extensions: { code: 'INVALID', errors: [{ path: 'url', code: 'invalid' }] },
  });
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: `Изменить: ${url}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Изменить вебхук' });
  const address = within(dialog).getByRole('textbox', { name: /^Адрес/ });
  await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(address).toBeInvalid());
  expect(address).toHaveAccessibleDescription(/WEBHOOKS_ALLOW/);
  expect(within(dialog).getAllByRole('alert')).toHaveLength(1);
  await user.clear(address);
  await user.type(address, 'not an address');
  expect(address).toBeValid();
  // The page's own message instead of the browser's.
  await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(address).toHaveAccessibleDescription(/WEBHOOKS_ALLOW/));
  await user.clear(address);
  await user.type(address, url);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Сервис изменён' }));
  await user.keyboard('{Escape}');
  expect(await within(dialog).findByText(/несохранённый текст/)).toBeInTheDocument();
});

test('lists deliveries with results, and redelivers', async () => {
  const { user } = await show();
  const button = await screen.findByRole('button', { name: `Доставки: ${url}` });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(await screen.findByText('Не доставлено')).toBeInTheDocument();
  expect(screen.getByText('ответ с ошибкой')).toBeInTheDocument();
  const again = screen.getAllByRole('button', { name: 'Отправить ещё раз: Монтажёр' });
  await user.click(again[0]!);
  expect(await screen.findByText('Ждёт')).toBeInTheDocument();
  expect(sent).toEqual([['redeliver', { id: '5' }]]);
});

test.each([
  ['is off', { isOn: false }, 0],
  ['waits for something else', { isOn: true }, 12],
])('stops polling for deliveries of a webhook that %s', async (_, given, most) => {
  jest.useFakeTimers();
  try {
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    webhooks = [webhook(given)];
    deliveries = [delivery('5', { state: 'waiting', tries: 0, status: null, failure: null })];
    await show();
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: `Доставки: ${url}` }));
    await pass(100);
    const before = looks;
    await pass(10 * 60_000);
    expect(looks - before).toBeLessThanOrEqual(most);
    expect(looks - before).toBeGreaterThanOrEqual(most - 1);
  } finally {
    jest.useRealTimers();
  }
});
