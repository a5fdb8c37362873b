import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../testing/render.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { RadioCards } from './RadioCards.tsx';
import { TextArea } from './TextInput.tsx';

function Report(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Пожаловаться</Button>
      <Dialog
        title="Жалоба"
        open={open}
        onClose={() => setOpen(false)}
        dirty={text !== ''}
        footer={<Button>Отправить</Button>}
        {...props}
      >
        <Field label="Комментарий">
          {(control) => (
            <TextArea {...control} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
      </Dialog>
    </>
  );
}

const open = async (props: Partial<DialogProps> = {}) => {
  const page = await renderPage(<Report {...props} />);
  await page.user.click(screen.getByRole('button', { name: 'Пожаловаться' }));
  const dialog = await screen.findByRole('dialog', { name: 'Жалоба' });
  return { ...page, dialog };
};
const field = () => screen.getByRole('textbox', { name: 'Комментарий' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the first field has the focus; Escape closes and the focus returns', async () => {
  const { user } = await open();
  await waitFor(() => expect(field()).toHaveFocus());
  await user.keyboard('{Escape}');
  await gone();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Пожаловаться' })).toHaveFocus());
});

test('of several choices the one that holds has the focus', async () => {
  const options = [
    { value: 'yes', label: 'да' },
    { value: 'undecided', label: 'не решено' },
  ];
  const choice = (
    <RadioCards legend="Ответ" value="undecided" options={options} onChange={() => undefined} />
  );
  await renderPage(
    <Dialog open title="Ответ" onClose={() => undefined}>
      {choice}
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole('radio', { name: 'не решено' })).toHaveFocus());
});

test('something to read starts at its heading', async () => {
  await open({ initialFocus: 'heading' });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Жалоба' })).toHaveFocus());
});

test('the Tab key stays inside', async () => {
  const { user, dialog } = await open();
  await waitFor(() => expect(field()).toHaveFocus());
  for (let press = 0; press < 5; press += 1) {
    await user.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
});

test('unsaved text is asked about before it is lost', async () => {
  const { user } = await open();
  await user.type(field(), 'битая ссылка');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Есть несохранённый текст');
  expect(field()).toHaveValue('битая ссылка');
  await user.click(screen.getByRole('button', { name: 'Не сохранять' }));
  await gone();
});

test('saving is offered with the question', async () => {
  const onSave = jest.fn();
  const { user } = await open({ onSave });
  await user.type(field(), 'текст');
  await user.click(screen.getByRole('button', { name: 'Закрыть' }));
  await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
  expect(onSave).toHaveBeenCalledTimes(1);
});

test('a dialog that must be answered stays on Escape and has no close button', async () => {
  const { user } = await open({ dismissable: false });
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Жалоба' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Закрыть' })).toBeNull();
});

test('the state inside ends with the dialog', async () => {
  const { user } = await open({ dirty: false });
  const before = field();
  await user.keyboard('{Escape}');
  await gone();
  await user.click(screen.getByRole('button', { name: 'Пожаловаться' }));
  await screen.findByRole('dialog', { name: 'Жалоба' });
  expect(field()).not.toBe(before);
});

test('a question has its least destructive answer in focus', async () => {
  const onConfirm = jest.fn();
  const onCancel = jest.fn();
  const { user } = await renderPage(
    <AlertDialog
      open
      title="Удалить 3 кейса?"
      confirmLabel="Удалить"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Отметки коллег пропадут.
    </AlertDialog>,
  );
  const question = await screen.findByRole('alertdialog', { name: 'Удалить 3 кейса?' });
  expect(question).toHaveAccessibleDescription('Отметки коллег пропадут.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Отмена' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
