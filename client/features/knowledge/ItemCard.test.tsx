import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { renderPage } from '../../testing/render.tsx';
import { ItemCard, type CardSlots } from './ItemCard.tsx';
import { anItem, type TestItem } from './testItems.ts';

const long = `${'Длинное слово '.repeat(12)}конец.`;

const show = (given: Partial<TestItem>, slots: Partial<CardSlots> = {}, match?: object) => {
  const item = { ...anItem('7', given), __typename: 'KnowledgeItem' } as never;
  return renderPage(
    <main id="main">
      <ItemCard item={item} slots={{ company: 'Nexters', ...slots }} match={match as never} />
    </main>,
  );
};

test('the title opens the page of the service; its site is another act, in a new tab', async () => {
  await show({});
  const title = screen.getByRole('link', { name: 'Сервис 7' });
  expect(title).toHaveAttribute('href', '/services/7');
  expect(title).not.toHaveAttribute('target');
  const link = screen.getByRole('link', {
    name: 'Открыть сайт (откроется в новой вкладке)',
    description: 'Сервис 7',
  });
  expect(link).toHaveAttribute('href', 'https://service-7.example/');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByRole('article')).toHaveAccessibleName(/Сервис 7/);
});

test('a long description is folded at the end of a word', async () => {
  const { user } = await show({ descriptionRu: long });
  const folded = screen.getByText(/^Длинное.*…$/);
  expect(folded.textContent).toMatch(/слово…$|Длинное…$/);
  expect(folded.textContent!.length).toBeLessThanOrEqual(151);
  const button = screen.getByRole('button', { name: 'Показать полностью' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(screen.getByText(/конец\.$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Свернуть' })).toHaveAttribute('aria-expanded', 'true');
});

test('a description of 150 characters is whole', async () => {
  await show({ descriptionRu: 'я'.repeat(150) });
  expect(screen.queryByRole('button', { name: 'Показать полностью' })).not.toBeInTheDocument();
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

test('approval takes the place of the request for access', async () => {
  const onRequestAccess = jest.fn();
  const { unmount } = await show({ isVerified: true }, { onRequestAccess });
  expect(screen.getByText('Одобрено для Nexters')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  unmount();
  const { user } = await show({}, { onRequestAccess });
  await user.click(screen.getByRole('button', { name: 'Запросить доступ' }));
  expect(onRequestAccess).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }));
});

test('what has no dialog has no button', async () => {
  const { user } = await show({ useCasesCount: 4 });
  expect(screen.queryByRole('button', { name: 'Запросить доступ' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '4 кейса' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['Скопировать ссылку']);
});

test('the copied link leads to the page of the service, not to the vendor', async () => {
  const { user } = await show({});
  await user.click(screen.getByRole('button', { name: 'Ещё действия: Сервис 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Скопировать ссылку' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/services/7`);
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
