import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
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

test('the title opens the page of the service; its site is in the menu, in a new tab; what has no dialog has no button', async () => {
  const { user } = await show({ useCasesCount: 4, adminVisibility: 'hidden' });
  expect(screen.getByText('Скрыто')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '4 кейса' })).not.toBeInTheDocument();
  const title = screen.getByRole('link', { name: 'Сервис 7' });
  expect(title).toHaveAttribute('href', '/services/7');
  expect(title).not.toHaveAttribute('target');
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const link = await screen.findByRole('menuitem', { name: /^Открыть сайт/ });
  expect(link).toHaveAttribute('href', 'https://service-7.example/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const entries = screen.getAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Открыть сайт (откроется в новой вкладке)',
    'Скопировать ссылку',
  ]);
  expect(screen.getByRole('article')).toHaveAccessibleName(/Сервис 7/);
  // Of the page, not of the vendor.
  const writeText = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(entries[1]!);
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/services/7`);
});

test('what has a dialog opens it for the item; texts and marks follow the language', async () => {
  const slots = { onOpenExperts: jest.fn(), onReport: jest.fn(), onOpenUseCases: jest.fn() };
  const ranges = {
    titleRu: [],
    titleEn: [{ start: 0, end: 7 }],
    descriptionRu: [],
    descriptionEn: [],
  };
  const given = { titleRu: null, descriptionRu: ' ', useCasesCount: 4 };
  const { user, container } = await show(given, slots, ranges);
  await user.click(screen.getByRole('button', { name: '4 кейса' }));
  expect(slots.onOpenExperts).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Service 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Пожаловаться' }));
  expect(slots.onReport).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
  // A text of the other language alone is marked and tagged.
  expect(screen.getByRole('link', { name: /^Service 7/ })).toHaveAttribute('lang', 'en');
  expect(screen.getByText('Description 7.')).toHaveAttribute('lang', 'en');
  expect(screen.getAllByText('Текст есть только по-английски')).toHaveLength(2);
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByText('4 use cases')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^I use this Service 7/ })).toBeInTheDocument();
  const marks = [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Service']);
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
    cleanup();
    for (const [badges, slots, shown, number] of [
      [[others[0]!], {}, [], 'Одобрено ещё в 1 компании'],
      [[own], {}, ['Nexters'], null],
      // Who belongs to no company.
      [[own, ...others], { company: null, companyKey: null }, [], 'Одобрено ещё в 3 компаниях'],
    ] as const) {
      const { unmount } = await show({ partnerBadges: [...badges] }, slots);
      expect({ badges, ribbons: ribbons() }).toEqual({ badges, ribbons: shown });
      if (number) expect(screen.getByRole('button', { name: number })).toBeVisible();
      else expect(screen.queryByRole('button', { name: /компани/ })).toBeNull();
      unmount();
    }
  });
});

test('a long description is folded, and opens in place', async () => {
  const { user } = await show({ descriptionRu: long });
  const button = screen.getByRole('button', { name: 'ещё' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(screen.getByRole('button', { name: 'свернуть' })).toHaveAttribute('aria-expanded', 'true');
});

test('a short description is whole, and a short first sentence is its tagline', async () => {
  for (const [tagline, descriptionRu, rest] of [
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
    [null, 'я'.repeat(151), 'я'.repeat(151)],
    // Fewer than 20 characters would be hidden.
    [null, 'восемь. '.repeat(21).trim(), /^восемь\. /],
  ] as const) {
    const { container, unmount } = await show({ descriptionRu });
    const strong = container.querySelector('[data-part=description] strong');
    expect({ descriptionRu, tagline: strong?.textContent ?? null }).toEqual({
      descriptionRu,
      tagline,
    });
    expect(screen.getByText(rest)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'ещё' })).not.toBeInTheDocument();
    unmount();
  }
});

const openLink = /^Открыть Сервис 7/;

test('a service that may be used is opened first, access to any other is requested; an own request stands there', async () => {
  for (const approvalStatus of ['approved', 'with_conditions'] as const) {
    const { unmount } = await show({ approvalStatus }, { onRequestAccess: jest.fn() });
    expect(screen.getByRole('link', { name: openLink })).toHaveAttribute(
      'href',
      'https://service-7.example/',
    );
    expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
    unmount();
  }
  for (const approvalStatus of ['under_review', 'not_decided', 'not_allowed'] as const) {
    const onRequestAccess = jest.fn();
    const { user, unmount } = await show({ approvalStatus }, { onRequestAccess });
    expect(screen.queryByRole('link', { name: openLink })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
    expect(onRequestAccess).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
    unmount();
  }
  for (const [name, status] of [
    ['Запрошен', 'requested'],
    ['Доступ одобрен', 'approved'],
  ] as const) {
    const myAccessRequest = { __typename: 'AccessRequest', id: '3', status } as const;
    const { unmount } = await show(
      { approvalStatus: 'under_review', myAccessRequest },
      { onRequestAccess: jest.fn() },
    );
    expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/profile/requests');
    unmount();
  }
});
