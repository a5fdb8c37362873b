import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import * as limits from '../../limits/generated.ts';
import { anAdmin, aUser } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { OwnTokens, Tokens } from './Tokens.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, unknown>;

describe('the tokens', () => {
  const token = (id: string, given: object = {}) => ({
    id,
    name: `Бот ${id}`,
    prefix: 'lo_12',
    scope: 'read',
    isService: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    expiresAt: '2126-11-01T10:00:00.000Z',
    lastUsedAt: null,
    revokedAt: null as string | null,
    createdBy: { id: '2', name: 'Игорь Волков' },
    ...given,
  });
  let tokens: Array<ReturnType<typeof token>>;
  let sent: Args[];
  /** Holds the answers to new tokens. */
  let answered: Promise<void>;
  const resolvers = {
    Query: {
      apiTokens: () => tokens,
      myApiTokens: () => tokens.slice(0, 1),
      companies: () => [{ key: 'gdev', name: 'GDEV' }],
    },
    Mutation: {
      createApiToken: async (_: unknown, args: Args) => {
        sent.push({ ...args });
        await answered;
        const made = token('9', { name: args['name'], scope: args['scope'] });
        tokens = [made, ...tokens];
        return { token: 'lo_secret', apiToken: made };
      },
      createServiceToken: (_: unknown, args: Args) => {
        sent.push({ ...args });
        const made = token('8', { name: args['name'], scope: args['scope'], isService: true });
        tokens = [made, ...tokens];
        return { token: 'lo_tool', apiToken: made };
      },
      revokeApiToken: (_: unknown, { id }: Args) => {
        tokens = tokens.map((one) =>
          one.id === id ? { ...one, revokedAt: '2026-11-20T10:00:00.000Z' } : one,
        );
        return tokens.find((one) => one.id === id);
      },
    },
  };
  beforeEach(() => {
    tokens = [token('1'), token('2', { expiresAt: '2020-01-01T00:00:00.000Z', isService: true })];
    sent = [];
    answered = Promise.resolve();
  });
  const show = () => renderPage(<Tokens />, { resolvers });

  test('creates a token, shows it once, and copies it', async () => {
    const { user } = await show();
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.findByText('Бот 1');
    expect(screen.getAllByText('Ключ инструмента')).toHaveLength(1);
    const create = screen.getByRole('button', { name: 'Создать ключ' });
    expect(create).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Название' }), ' Отчёты ');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Права' }), 'write');
    await user.click(create);
    expect(await screen.findByText('lo_secret')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: /^Скопируйте ключ сейчас/ })).toHaveFocus();
    expect(sent).toEqual([{ name: 'Отчёты', scope: 'write', expiresInDays: 90 }]);
    await user.click(screen.getByRole('button', { name: 'Скопировать' }));
    expect(copied).toHaveBeenCalledWith('lo_secret');
    await user.click(screen.getAllByRole('button', { name: 'Закрыть' })[0]!);
    await waitFor(() => expect(screen.queryByText('lo_secret')).not.toBeInTheDocument());
    expect(screen.getByRole('textbox', { name: 'Название' })).toHaveFocus();
    expect(screen.getByText('Отчёты')).toBeInTheDocument();
  });

  test('refuses a long name at its field, and creates a token once', async () => {
    const { user } = await show();
    const field = await screen.findByRole('textbox', { name: 'Название' });
    await user.click(field);
    await user.paste('я'.repeat(limits.tokenName + 1));
    expect(field).toHaveAccessibleDescription('Не больше 100 знаков');
    expect(field).toBeInvalid();
    expect(screen.getByText('101 из 100')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Создать ключ' })).toBeDisabled();
    await user.keyboard('{Backspace}');
    expect(screen.getByRole('button', { name: 'Создать ключ' })).toBeEnabled();
    // A second press before the answer creates no second token.
    answered = new Promise(() => undefined);
    await user.keyboard('{Enter}{Enter}');
    // Bypasses the button, which ignores presses while it is busy.
    fireEvent.submit((field as HTMLInputElement).form!);
    await user.tab();
    expect(sent).toHaveLength(1);
  });

  test('creates a token for a service of a company, without admin rights', async () => {
    const { user } = await show();
    const scopes = () =>
      within(screen.getByRole('combobox', { name: 'Права' }))
        .getAllByRole('option')
        .map((one) => one.textContent);
    await screen.findByRole('option', { name: 'Инструмент GDEV' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Права' }), 'admin');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Чей ключ' }), 'gdev');
    expect(scopes()).toEqual(['Чтение', 'Чтение и запись']);
    await user.type(screen.getByRole('textbox', { name: 'Название' }), 'Бот');
    await user.click(screen.getByRole('button', { name: 'Создать ключ' }));
    expect(await screen.findByText('lo_tool')).toBeInTheDocument();
    expect(sent).toEqual([{ name: 'Бот', company: 'gdev', scope: 'write', expiresInDays: 90 }]);
  });

  test('own tokens have no names of others and no admin options', async () => {
    setCurrentUser(aUser());
    const { user } = await renderPage(<OwnTokens />, { resolvers });
    expect(await screen.findByText('Бот 1')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Мои ключи' })).toBeInTheDocument();
    expect(screen.queryByText('Бот 2')).toBeNull();
    expect(screen.queryByText('Игорь Волков')).toBeNull();
    expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
      'Чтение',
      'Чтение и запись',
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Название' }), 'Агент');
    await user.click(screen.getByRole('button', { name: 'Создать ключ' }));
    expect(await screen.findByText('lo_secret')).toBeInTheDocument();
    expect(await screen.findByText('Агент')).toBeInTheDocument();
  });
});
