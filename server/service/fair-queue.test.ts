import { expect, it } from 'vitest';
import { FairQueue, withCaller } from './fair-queue.js';

type Task = Parameters<FairQueue['push']>[0];

it.each([
  ['the tasks of one caller in their order', 'a1 a2 a3', '', 'a1 a2 a3'],
  ['those of several callers in turn', 'a1 a2 a3 b1 c1 b2', '', 'a1 b1 c1 a2 b2 a3'],
  ['none that is removed', 'a1 a2 b1 b2', 'a1 b2', 'a2 b1'],
  ['others when a caller has none left', 'a1 b1 b2', 'a1', 'b1 b2'],
])('yields %s', (_, pushed, removed, expected) => {
  const queue = new FairQueue();
  const tasks = new Map(
    pushed.split(' ').map((name) => [name, withCaller({ name }, name[0] ?? '') as unknown as Task]),
  );
  for (const task of tasks.values()) queue.push(task);
  for (const name of removed.split(' ')) queue.remove(tasks.get(name) ?? (withCaller({ name }, '') as unknown as Task));
  expect(queue.size).toBe(expected.split(' ').length);
  const names = Array.from({ length: queue.size }, () => (queue.shift() as unknown as { name: string }).name);
  expect([names.join(' '), queue.size, queue.shift()]).toEqual([expected, 0, null]);
});
