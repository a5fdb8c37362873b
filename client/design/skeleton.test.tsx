import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Delayed, Skeleton, skeletonDelayMs } from './Skeleton.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a skeleton is not seen before 150 ms, but keeps its place', () => {
  expect(skeletonDelayMs).toBe(150);
  render(
    <Delayed>
      <Skeleton data-testid="bar" />
    </Delayed>,
  );
  const bar = screen.getByTestId('bar');
  act(() => jest.advanceTimersByTime(149));
  expect(bar).not.toBeVisible();
  act(() => jest.advanceTimersByTime(1));
  expect(bar).toBeVisible();
});
