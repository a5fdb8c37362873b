import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { renderPage } from '../../testing/render.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { CardSlots } from './cardSlots.ts';
import { anItem, type TestItem } from './testItems.ts';

const long = `${'Длинное слово '.repeat(12)}конец.`;

const show = (given: Partial<TestItem>, slots: Partial<CardSlots> = {}, match?: object) => {
  const item = { ...anItem('7', given), __typename: 'KnowledgeItem' } as never;
  return renderPage(
    <main id="main">
      <ItemCard
        item={item}
        slots={{ company: 'Nexters', companyKey: 'nexters', ...slots }}
        match={match as never}
      />
    </main>,
  );
};

test('the title opens the page of the service; its site is in the menu, in a new tab', async () => {
  const { user } = await show({});
  const title = screen.getByRole('link', { name: 'Сервис 7' });
  expect(title).toHaveAttribute('href', '/services/7');
  expect(title).not.toHaveAttribute('target');
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const link = await screen.findByRole('menuitem', { name: /^Открыть сайт/ });
  expect(link).toHaveAttribute('href', 'https://service-7.example/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('article')).toHaveAccessibleName(/Сервис 7/);
});

test('the ear and the pointer have all of a long title', async () => {
  const { unmount } = await show({ titleRu: long });
  expect(screen.getByRole('link', { name: long })).toHaveAttribute('title', long);
  unmount();
  await show({});
  expect(screen.getByRole('link', { name: 'Сервис 7' })).not.toHaveAttribute('title');
});

describe('of the companies that have approved a service', () => {
  const badge = (key: string, name: string) => ({ key, name, tone: 'ember' as const });
  const own = badge('nexters', 'Nexters');
  const others = [badge('gdev', 'GDEV'), badge('gamegears', 'GameGears')];
  const ribbons = () =>
    [...document.querySelectorAll('[data-part=ribbon]')].map((part) => part.textContent);

  test("the reader's own stands under the picture, the others are a number that opens their names", async () => {
    const { user } = await show({ partnerBadges: [others[0]!, own, others[1]!] });
    expect(ribbons()).toEqual(['Nexters']);
    act(() => screen.getByRole('button', { name: 'Одобрено ещё в 2 компаниях' }).focus());
    await user.keyboard('{Enter}');
    const names = await screen.findByRole('dialog', { name: 'Одобрено ещё в 2 компаниях' });
    expect(names).toHaveTextContent('Также одобрено: GDEV и GameGears');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(names).not.toBeInTheDocument());
  });

  test('without an approval of the own company there is no ribbon', async () => {
    await show({ partnerBadges: [others[0]!] });
    expect(ribbons()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Одобрено ещё в 1 компании' })).toBeVisible();
  });

  test('with the own one alone there is no number', async () => {
    await show({ partnerBadges: [own] });
    expect(ribbons()).toEqual(['Nexters']);
    expect(screen.queryByRole('button', { name: /компани/ })).not.toBeInTheDocument();
  });

  test('who belongs to no company has them all in the number', async () => {
    await show({ partnerBadges: [own, ...others] }, { company: null, companyKey: null });
    expect(ribbons()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Одобрено ещё в 3 компаниях' })).toBeInTheDocument();
  });
});

test('a long description is folded, and opens in place', async () => {
  const { user } = await show({ descriptionRu: long });
  const button = screen.getByRole('button', { name: 'ещё' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(screen.getByRole('button', { name: 'свернуть' })).toHaveAttribute('aria-expanded', 'true');
});

test.each([
  ['150 characters', 'я'.repeat(150)],
  ['151 characters', 'я'.repeat(151)],
  ['words of which fewer than 20 characters would be hidden', 'восемь. '.repeat(21).trim()],
])('a description of %s is whole', async (_what, descriptionRu) => {
  await show({ descriptionRu });
  expect(screen.queryByRole('button', { name: 'ещё' })).not.toBeInTheDocument();
});

test.each([
  [
    'Ассистент на каждый день',
    'Ассистент на каждый день: пишет письма и считает.',
    /Пишет письма и считает/,
  ],
  ['Пишет код', 'Пишет код. Проверяет его.', /Проверяет его/],
  [
    null,
    'Сервис, который умеет очень многое и поэтому описан одним очень длинным предложением. Он такой.',
    /^Сервис, который/,
  ],
  [null, 'Пишет код и проверяет его.', 'Пишет код и проверяет его.'],
])('the tagline is %s', async (tagline, descriptionRu, rest) => {
  const { container } = await show({ descriptionRu });
  expect(container.querySelector('[data-part=description] strong')?.textContent ?? null).toBe(
    tagline,
  );
  expect(screen.getByText(rest)).toBeInTheDocument();
});

test('a text that exists in the other language only is marked and tagged with its language', async () => {
  await show({ titleRu: null, descriptionRu: ' ' });
  expect(screen.getByText('Service 7')).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Description 7.')).toHaveAttribute('lang', 'en');
  expect(screen.getAllByText('Текст есть только по-английски')).toHaveLength(2);
});

test('the language changes in place', async () => {
  await show({ useCasesCount: 2 });
  expect(screen.getByText('2 кейса')).toBeInTheDocument();
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByText('2 use cases')).toBeInTheDocument();
  expect(screen.getByText('Service 7')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^I use this Service 7/ })).toBeInTheDocument();
});

test('searched words are marked in the language that is shown', async () => {
  const ranges = {
    titleRu: [{ start: 0, end: 6 }],
    titleEn: [],
    descriptionRu: [],
    descriptionEn: [],
  };
  const { container } = await show({}, {}, ranges);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Сервис',
  ]);
});

const openLink = /^Открыть Сервис 7/;

test.each(['approved', 'with_conditions'] as const)(
  'a service that is %s is opened first',
  async (approvalStatus) => {
    await show({ approvalStatus }, { onRequestAccess: jest.fn() });
    expect(screen.getByRole('link', { name: openLink })).toHaveAttribute(
      'href',
      'https://service-7.example/',
    );
    expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  },
);

test.each(['under_review', 'not_decided', 'not_allowed'] as const)(
  'access is requested to a service that is %s',
  async (approvalStatus) => {
    const onRequestAccess = jest.fn();
    const { user } = await show({ approvalStatus }, { onRequestAccess });
    expect(screen.queryByRole('link', { name: openLink })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
    expect(onRequestAccess).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
  },
);

test.each([
  ['Запрошен', 'requested'],
  ['Доступ одобрен', 'approved'],
] as const)(
  'an own request stands in the place of the button as “%s”, and leads to it',
  async (name, status) => {
    const myAccessRequest = { __typename: 'AccessRequest', id: '3', status } as const;
    await show({ approvalStatus: 'under_review', myAccessRequest }, { onRequestAccess: jest.fn() });
    expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/profile/requests');
  },
);

test('what has no dialog has no button', async () => {
  const { user } = await show({ useCasesCount: 4 });
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '4 кейса' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Открыть сайт (откроется в новой вкладке)',
    'Скопировать ссылку',
  ]);
});

test('the copied link leads to the page of the service, not to the vendor', async () => {
  const { user } = await show({});
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const writeText = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(await screen.findByRole('menuitem', { name: 'Скопировать ссылку' }));
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/services/7`);
});

test('what has a dialog opens it for the item', async () => {
  const slots = { onOpenExperts: jest.fn(), onReport: jest.fn(), onOpenUseCases: jest.fn() };
  const { user } = await show({ useCasesCount: 4 }, slots);
  await user.click(screen.getByRole('button', { name: '4 кейса' }));
  expect(slots.onOpenExperts).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Пожаловаться' }));
  expect(slots.onReport).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
});

test('a hidden item says so', async () => {
  await show({ adminVisibility: 'hidden' });
  expect(screen.getByText('Скрыто')).toBeInTheDocument();
  expect(screen.getByRole('article')).toHaveAttribute('data-dimmed');
});
