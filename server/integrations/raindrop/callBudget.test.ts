import { createCallBudget } from './callBudget.ts';

const start = Date.UTC(2024, 0, 1, 12);

function budgetAt(time = start) {
  const waits: number[] = [];
  let now = time;
  const budget = createCallBudget({
    now: () => new Date(now),
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  });
  const take = () => budget.take(new AbortController().signal);
  return { budget, take, waits };
}

const reset = String(start / 1_000 + 30);

describe('the budget of calls', () => {
  it.each(['x-ratelimit-', 'ratelimit-', 'X-RateLimit-'])(
    'reads the headers %s',
    async (prefix) => {
      const { budget, take, waits } = budgetAt();
      budget.learn(new Headers({ [`${prefix}remaining`]: '4', [`${prefix}reset`]: reset }));
      await take();
      expect(waits).toEqual([31_000]);
    },
  );

  it('makes calls down to the reserve and no further', async () => {
    const { budget, take, waits } = budgetAt();
    budget.learn(new Headers({ 'x-ratelimit-remaining': '6', 'x-ratelimit-reset': reset }));
    await take();
    await take();
    expect(waits).toEqual([]);
    await take();
    expect(waits).toEqual([31_000]);
    await take();
    expect(waits).toHaveLength(1);
  });

  it('does not wait when nothing is said', async () => {
    const { budget, take, waits } = budgetAt();
    budget.learn(new Headers());
    budget.learn(new Headers({ 'x-ratelimit-remaining': 'none', 'x-ratelimit-reset': reset }));
    for (let at = 0; at < 500; at += 1) await take();
    expect(waits).toEqual([]);
  });

  it('takes a small reset for seconds from now', async () => {
    const { budget, take, waits } = budgetAt();
    budget.learn(new Headers({ 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }));
    await take();
    expect(waits).toEqual([12_000]);
  });

  it("goes by the service's clock when ours is wrong", async () => {
    const { budget, take, waits } = budgetAt(start + 3_600_000);
    const date = new Date(start).toUTCString();
    budget.learn(new Headers({ date, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }));
    await take();
    expect(waits).toEqual([31_000]);
  });

  it('does not believe a reset that is far away', async () => {
    const { budget, take, waits } = budgetAt();
    const far = String(start / 1_000 + 86_400);
    budget.learn(new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': far }));
    await take();
    expect(waits).toEqual([120_000]);
  });

  it('believes the lowest figure of a window, and a new window', async () => {
    const { budget, take, waits } = budgetAt();
    budget.learn(new Headers({ 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': reset }));
    budget.learn(new Headers({ 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': reset }));
    await take();
    expect(waits).toHaveLength(1);
    const next = String(start / 1_000 + 91);
    budget.learn(new Headers({ 'x-ratelimit-remaining': '119', 'x-ratelimit-reset': next }));
    await take();
    expect(waits).toHaveLength(1);
  });

  it.each([
    [{ 'retry-after': '7', 'x-ratelimit-reset': reset }, 7_000],
    [{ 'retry-after': new Date(start + 9_000).toUTCString() }, 9_000],
    [{ 'x-ratelimit-reset': reset }, 31_000],
    [{}, 60_000],
  ])('waits after a 429 with %j', async (headers, expected) => {
    const { budget, take, waits } = budgetAt();
    expect(budget.exhausted(new Headers(headers))).toBe(expected);
    await take();
    expect(waits).toEqual([expected]);
  });
});
