import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { WordDialog, type WordDialogProps } from './WordDialog.tsx';

const open = async (props: Partial<WordDialogProps> = {}) => {
  const onSend = jest.fn((_word: string): Promise<unknown> => Promise.resolve());
  const onClose = jest.fn();
  const { user } = await renderPage(
    <WordDialog
      title="Отклонить"
      label="Причина"
      missing={null}
      limit={5}
      sendLabel="Отправить"
      returnFocus={{ current: null }}
      onSend={onSend}
      onClose={onClose}
      {...props}
    />,
  );
  const field = screen.getByRole('textbox', { name: /Причина/ });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, field, send: screen.getByRole('button', { name: 'Отправить' }), onSend, onClose };
};

test('a word goes without the spaces around it, and the dialog closes once it has arrived', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const onSend = jest.fn((_word: string) => arrived);
  const { user, field, send, onClose } = await open({ onSend });
  await user.type(field, ' да ');
  await user.click(send);
  expect(onSend).toHaveBeenCalledWith('да');
  expect(send).toHaveAttribute('aria-busy', 'true');
  await user.click(send);
  expect(onSend).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  arrive();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('a word that may be left out is sent empty', async () => {
  const { user, send, onSend } = await open();
  await user.click(send);
  expect(onSend).toHaveBeenCalledWith('');
});

test('one that is needed keeps the button closed until there is more than spaces', async () => {
  const { user, field, send } = await open({ missing: 'Напишите причину.' });
  expect(field).toBeRequired();
  await user.type(field, '  ');
  expect(send).toBeDisabled();
  expect(send).toHaveAccessibleDescription('Напишите причину.');
  await user.type(field, 'да');
  expect(send).toBeEnabled();
  expect(screen.queryByText('Напишите причину.')).toBeNull();
});

test('one that is too long cannot be sent', async () => {
  const { user, field, send } = await open();
  await user.type(field, 'длинно');
  expect(send).toBeDisabled();
  expect(field).toBeInvalid();
});

test('what was refused is told under the field, and what was typed stays', async () => {
  const onSend = jest.fn((_word: string) => Promise.reject(new Error('Boom')));
  const { user, field, send, onClose } = await open({ onSend, tell: () => 'Не вышло.' });
  await user.type(field, 'да');
  await user.click(send);
  expect(await screen.findByRole('alert')).toHaveTextContent('Не вышло.');
  expect(field).toHaveValue('да');
  expect(send).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

test('without words of their own refusals are told in ours', async () => {
  const onSend = jest.fn((_word: string) => Promise.reject(new Error('Boom')));
  const { user, send } = await open({ onSend });
  await user.click(send);
  expect(await screen.findByRole('alert')).not.toHaveTextContent('Boom');
});
