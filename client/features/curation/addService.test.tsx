import { screen, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { AddService } from './AddService.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, unknown>;
const proposal = {
  address: 'https://studio.example.com/',
  existingItem: null as object | null,
  isRead: true,
  titleRu: null,
  titleEn: 'Studio',
  descriptionRu: 'Говорит',
  descriptionEn: 'Speaks',
  imageUrl: null,
  tags: ['voice'],
  machineTexts: ['descriptionRu'],
};

async function show(found: object, query = '') {
  const asked: string[] = [];
  const sent: Args[] = [];
  let added = 0;
  const page = await renderPage(<AddService onAdded={() => (added += 1)} />, {
    at: `/admin/services${query}`,
    resolvers: {
      Mutation: {
        lookUpService: (_: unknown, { address }: Args) => {
          asked.push(String(address));
          return found;
        },
        addKnowledge: (_: unknown, args: Args) => {
          sent.push({ ...args });
          return {
            item: { id: '5', titleRu: null, titleEn: 'Studio' },
            bookmark: { state: 'written', reason: null },
          };
        },
      },
    },
  });
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Адрес' });
  if (!query) await page.user.type(address, 'https://studio.example.com/');
  await page.user.click(screen.getByRole('button', { name: 'Прочитать страницу' }));
  await waitFor(() => expect(asked).toEqual(['https://studio.example.com/']));
  return { ...page, sent, isAdded: () => added === 1 };
}

test('what an employee has proposed comes with its address; what the page says is changed and added, a changed text is no machine’s any more', async () => {
  const { user, router, sent, isAdded } = await show(
    proposal,
    '?address=https%3A%2F%2Fstudio.example.com%2F&proposal=7',
  );
  const description = await screen.findByRole('textbox', { name: 'Описание по-русски' });
  expect(description).toHaveAccessibleDescription('Машинный перевод');
  await user.type(description, ' вслух');
  expect(description).not.toHaveAccessibleDescription('Машинный перевод');
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  await waitFor(() => expect(isAdded()).toBe(true));
  expect(sent).toEqual([
    {
      sourceUrl: 'https://studio.example.com/',
      titleRu: null,
      titleEn: 'Studio',
      descriptionRu: 'Говорит вслух',
      descriptionEn: 'Speaks',
      imageUrl: null,
      tags: ['voice'],
      machineTexts: [],
      proposalId: '7',
    },
  ]);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(await screen.findByText('Сервис добавлен')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { level: 3 })).toHaveFocus());
});

test('an address that is known leads to its service, and cannot be added', async () => {
  await show({ ...proposal, existingItem: { id: '7', titleRu: 'Студия', titleEn: null } });
  expect(await screen.findByRole('link', { name: 'Студия' })).toHaveAttribute(
    'href',
    expect.stringContaining('7'),
  );
  expect(screen.queryByRole('button', { name: 'Добавить' })).toBeNull();
});

test('a page that cannot be read is said so, and a title is needed', async () => {
  await show({ ...proposal, isRead: false, titleEn: null, machineTexts: [] });
  expect(await screen.findByText(/Не удалось прочитать страницу/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Добавить' })).toBeDisabled();
});

test('what is refused is said at its field, which has the keyboard, and nothing typed is lost', async () => {
  const refused = (path: string, code: string) =>
    new GraphQLError('refused', { extensions: { code: 'INVALID', errors: [{ path, code }] } });
  let isAddress = false;
  const { user } = await renderPage(<AddService onAdded={() => undefined} />, {
    resolvers: {
      Mutation: {
        lookUpService: () => {
          if (!isAddress) throw refused('address', 'address');
          return proposal;
        },
        addKnowledge: () => {
          throw refused('imageUrl', 'imageAddress');
        },
      },
    },
  });
  const address = screen.getByRole('textbox', { name: 'Адрес' });
  await user.type(address, 'nonsense{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Это не адрес страницы');
  await waitFor(() => expect(address).toHaveFocus());
  expect(address).toBeInvalid();
  isAddress = true;
  await user.type(address, '.example{Enter}');
  const picture = await screen.findByRole('textbox', { name: 'Адрес картинки' });
  await user.type(picture, 'a picture');
  await user.click(screen.getByRole('button', { name: 'Добавить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Это не адрес картинки');
  await waitFor(() => expect(picture).toHaveFocus());
  expect(picture).toHaveValue('a picture');
  expect(screen.getAllByRole('textbox', { name: /^Адрес \(/ })[0]).toBeValid();
  await user.type(picture, '!');
  expect(picture).toBeValid();
});
