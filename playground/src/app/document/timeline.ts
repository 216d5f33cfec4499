import { isContainer } from '../../json/json.js';

/** A value with its earlier and its undone states. */
export interface Timeline<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** The typing in progress, if any: edits of one text in quick succession are one step. */
  readonly typing: Typing | undefined;
}

interface Typing {
  readonly path: string;
  readonly direction: number;
  /** Milliseconds, of any clock. */
  readonly at: number;
}

/** A change of a value in another one. */
export interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const MAX_STEPS = 300;
const PAUSE_MS = 1000;

export function startTimeline<Value>(present: Value): Timeline<Value> {
  return { past: [], present, future: [], typing: undefined };
}

/** The only difference of two JSON values; undefined if they have several, or none. */
function findOnlyChange(before: unknown, after: unknown, path = ''): Change | undefined {
  if (before === after) return undefined;
  if (!isContainer(before) || !isContainer(after)) return { path, before, after };
  const keys = Object.keys(after);
  if (keys.length !== Object.keys(before).length || keys.some((key) => !Object.hasOwn(before, key))) {
    return { path, before, after };
  }
  const changes = keys.flatMap((key) => findOnlyChange(before[key], after[key], `${path}/${key}`) ?? []);
  return changes.length === 1 ? changes[0] : undefined;
}

/** The keystroke that makes a change; undefined for any other, such as a paste. */
function findKeystroke(change: Change | undefined, at: number): Typing | undefined {
  if (typeof change?.before !== 'string' || typeof change.after !== 'string') return undefined;
  const direction = change.after.length - change.before.length;
  return Math.abs(direction) > 1 ? undefined : { path: change.path, direction, at };
}

function continues(typing: Typing | undefined, next: Typing | undefined): boolean {
  if (typing === undefined || next === undefined) return false;
  return typing.path === next.path && typing.direction === next.direction && next.at - typing.at < PAUSE_MS;
}

/**
 * Records a new value: as a separate step, unless it continues the typing before it. `edited` is the text that was edited, where other
 * parts follow from it.
 */
export function record<Value>(timeline: Timeline<Value>, present: Value, at: number, edited?: Change): Timeline<Value> {
  if (present === timeline.present) return timeline;
  const typing = findKeystroke(edited ?? findOnlyChange(timeline.present, present), at);
  const past = continues(timeline.typing, typing)
    ? timeline.past
    : [...timeline.past, timeline.present].slice(-MAX_STEPS);
  return { past, present, future: [], typing };
}

/** One step back; the same timeline if there is none. */
export function undo<Value>(timeline: Timeline<Value>): Timeline<Value> {
  const before = timeline.past.at(-1);
  if (before === undefined) return timeline;
  return {
    past: timeline.past.slice(0, -1),
    present: before,
    future: [timeline.present, ...timeline.future],
    typing: undefined,
  };
}

/** One undone step forward again. */
export function redo<Value>(timeline: Timeline<Value>): Timeline<Value> {
  const [next, ...future] = timeline.future;
  if (next === undefined) return timeline;
  return { past: [...timeline.past, timeline.present], present: next, future, typing: undefined };
}
