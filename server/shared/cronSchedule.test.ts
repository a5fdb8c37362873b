import { parseCronItem } from 'graphile-worker';
import { isCronSchedule } from './cronSchedule.ts';

const queueTakes = (match: string) => {
  try {
    parseCronItem({ task: 't', match });
    return true;
  } catch {
    return false;
  }
};

test.each(['0 * * * *', '*/15 0-6 1,15 * *', '59 23 31 12 6', '0 0 * * 0'])(
  '%s is taken',
  (text) => {
    expect(isCronSchedule(text)).toBe(true);
    expect(queueTakes(text)).toBe(true);
  },
);

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 7',
  '*/0 * * * *',
  '5-1 * * * *',
  '1- * * * *',
  'a * * * *',
  '@hourly',
])('%s is refused', (text) => {
  expect(isCronSchedule(text)).toBe(false);
});
