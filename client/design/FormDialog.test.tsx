import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Field } from './Field.tsx';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import { TextInput } from './TextInput.tsx';

const open = async (props: Partial<FormDialogProps> = {}) => {
  const onSend = jest.fn(() => Promise.resolve());
  const { user } = await renderPage(
    <FormDialog
      title="Вопрос"
      dirty={false}
      missing={null}
      invalid={false}
      busy={false}
      sendLabel="Отправить"
      failure={null}
      onSend={onSend}
      onClose={() => undefined}
      {...props}
    >
      <Field label="Слово">{(control) => <TextInput {...control} />}</Field>
    </FormDialog>,
  );
  const field = screen.getByRole('textbox', { name: 'Слово' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('{Enter}');
  return onSend;
};

test('Enter sends', async () => {
  expect(await open()).toHaveBeenCalledTimes(1);
});

test('Enter sends nothing a second time while the first is under way', async () => {
  expect(await open({ busy: true })).not.toHaveBeenCalled();
});

test.each<[string, Partial<FormDialogProps>]>([
  ['something is missing', { missing: 'Напишите слово.' }],
  ['something cannot be sent as it is', { invalid: true }],
])('Enter sends nothing while %s', async (_what, props) => {
  expect(await open(props)).not.toHaveBeenCalled();
});
