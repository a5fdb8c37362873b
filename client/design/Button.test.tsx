import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Button, ExternalButton } from './Button.tsx';

test('while busy it says so, keeps the focus and ignores further presses', async () => {
  const press = jest.fn();
  const { user } = await renderPage(
    <Button busy busyLabel="Переходим…" onClick={press}>
      Войти
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Переходим…' });
  await user.click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(press).not.toHaveBeenCalled();
});

test('disabled for a stated reason it ignores presses but can be reached', async () => {
  const press = jest.fn();
  const { user } = await renderPage(
    <Button aria-disabled="true" onClick={press}>
      Отправить
    </Button>,
  );
  await user.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(press).not.toHaveBeenCalled();
});

test('does not submit a form unless it is told to', async () => {
  const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
  const { user } = await renderPage(
    <form onSubmit={submit}>
      <Button>Отмена</Button>
      <Button type="submit">Отправить</Button>
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(submit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(submit).toHaveBeenCalledTimes(1);
});

test('a link elsewhere tells nobody where it comes from', async () => {
  await renderPage(<ExternalButton href="https://t.me/anna">Спросить</ExternalButton>);
  const link = screen.getByRole('link', { name: 'Спросить' });
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(link).toHaveAttribute('target', '_blank');
});
