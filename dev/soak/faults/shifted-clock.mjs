/**
 * Preloaded by `node --import`: each SIGUSR2 steps the clock of this process: an hour ahead, an hour back from now, and to the right
 * time again. Timers don't follow the clock, as on a real machine.
 */
const RealDate = globalThis.Date;
const HOUR = 3_600_000;
const OFFSETS = [HOUR, -HOUR, 0];
let offset = 0;

const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});

process.on('SIGUSR2', () => {
  offset = OFFSETS.shift() ?? 0;
});
