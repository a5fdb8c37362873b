import { deleteInPortions } from './deleteInPortions.ts';

test('portions are deleted until one is not full', async () => {
  let left = 12_000;
  const asked: number[] = [];
  await deleteInPortions(async (most) => {
    const deleted = Math.min(most, left);
    left -= deleted;
    asked.push(deleted);
    return deleted;
  });
  expect([left, asked]).toEqual([0, [5_000, 5_000, 2_000]]);
});
