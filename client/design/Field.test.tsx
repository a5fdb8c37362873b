import { screen } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { Field } from './Field.tsx';
import { RadioCards } from './RadioCards.tsx';
import { TextArea } from './TextInput.tsx';

const comment = (changes: { error?: string; used?: number }) => (
  <Field
    label="Комментарий"
    hint="Необязательно"
    error={changes.error}
    counter={{ used: changes.used ?? 0, limit: 1000 }}
  >
    {(control) => <TextArea {...control} />}
  </Field>
);

test('the hint and the error belong to the control', async () => {
  await renderPage(comment({ error: 'Слишком длинно' }));
  const field = screen.getByRole('textbox', { name: 'Комментарий' });
  expect(field).toHaveAccessibleDescription('Необязательно Слишком длинно');
  expect(field).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('Слишком длинно');
});

test('the counter comes at 80 % of the limit', async () => {
  const { unmount } = await renderPage(comment({ used: 799 }));
  expect(screen.queryByText(/из 1/)).toBeNull();
  unmount();
  await renderPage(comment({ used: 800 }));
  expect(screen.getByText(/^800 из 1.000$/)).toBeInTheDocument();
});

test('radio cards are a group with a name, and say what was chosen', async () => {
  let value: string | null = null;
  const { user } = await renderPage(
    <RadioCards
      legend="Тариф"
      value={value}
      options={[
        { value: 'basic', label: 'Basic' },
        { value: 'pro', label: 'Pro', detail: 'Для команды' },
      ]}
      onChange={(next) => {
        value = next;
      }}
    />,
  );
  expect(screen.getByRole('group', { name: 'Тариф' })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: /Pro/ }));
  expect(value).toBe('pro');
});
