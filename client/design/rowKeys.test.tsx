import { jest } from '@jest/globals';
import { useRef } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRowKeys } from './rowKeys.ts';

function Rows({ onPress, children }: { onPress: (id: string) => void; children?: string }) {
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, true, { Digit1: onPress });
  return (
    <>
      <ul ref={list}>
        <li data-row data-id="7" tabIndex={-1} />
      </ul>
      {children ? <div role="dialog">{children}</div> : null}
    </>
  );
}

test('a key acts on the focused row, and on none while a dialog is open, wherever the focus is', async () => {
  const onPress = jest.fn<(id: string) => void>();
  const { rerender } = render(<Rows onPress={onPress} />);
  const user = userEvent.setup();
  screen.getByRole('listitem').focus();
  await user.keyboard('1');
  expect(onPress.mock.calls.map(([id]) => id)).toEqual(['7']);
  rerender(<Rows onPress={onPress}>Вопрос</Rows>);
  await user.keyboard('1');
  expect(onPress).toHaveBeenCalledTimes(1);
});
