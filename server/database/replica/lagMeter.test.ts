import { createLagMeter } from './lagMeter.ts';

test('the lag is the time since the primary was seen where the replica is not yet', () => {
  const lag = createLagMeter();
  lag.primaryAt(100, 1_000);
  lag.replicaAt(100);
  expect(lag.seconds(9_000)).toBe(0);
  lag.primaryAt(200, 10_000);
  lag.primaryAt(300, 11_000);
  expect(lag.seconds(13_000)).toBe(3);
  lag.replicaAt(250);
  expect(lag.seconds(13_000)).toBe(2);
  lag.replicaAt(300);
  expect(lag.seconds(13_000)).toBe(0);
});

test('nobody writes: the replica is not behind, however long that lasts', () => {
  const lag = createLagMeter();
  for (let at = 0; at < 100_000; at += 250) lag.primaryAt(100, at);
  lag.replicaAt(100);
  expect(lag.seconds(100_000)).toBe(0);
});

test('a replica that stands still for hours is told from one that has caught up', () => {
  const lag = createLagMeter();
  for (let second = 0; second < 10_000; second += 1) lag.primaryAt(second, second * 1000);
  lag.replicaAt(-1);
  expect(lag.seconds(10_000_000)).toBe(10_000);
  lag.replicaAt(5_000);
  const left = lag.seconds(10_000_000);
  expect(left).toBeGreaterThan(4_900);
  expect(left).toBeLessThanOrEqual(5_000);
});
