import { expect, test } from 'vitest';
import { deriveState } from '../../features/request-builder/model/build.js';
import { setText } from '../../features/request-builder/model/edit.js';
import { emptyDocument } from './document.js';
import { editBuilder } from './state.js';
import { record, redo, startTimeline, undo, type Timeline } from './timeline.js';

interface Form {
  readonly a: string;
  readonly list: readonly { readonly b: string }[];
}
const START: Form = { a: '', list: [{ b: '' }] };

/** The values that repeated undo restores. */
function undone<Value>(timeline: Timeline<Value>): Value[] {
  const before = undo(timeline);
  return before === timeline ? [] : [before.present, ...undone(before)];
}

function typed(...edits: readonly (readonly [at: number, form: Form])[]): Timeline<Form> {
  return edits.reduce((timeline, [at, form]) => record(timeline, form, at), startTimeline(START));
}
const a = (text: string): Form => ({ ...START, a: text });
const b = (text: string): Form => ({ ...START, list: [{ b: text }] });

test.each<[name: string, timeline: Timeline<Form>, steps: Form[]]>([
  ['typing is one step', typed([0, a('x')], [200, a('xy')], [900, a('xyz')]), [a('')]],
  ['a pause ends a step', typed([0, a('x')], [1500, a('xy')]), [a('x'), a('')]],
  ['deleting is another step', typed([0, a('x')], [10, a('xy')], [20, a('x')]), [a('xy'), a('')]],
  [
    'a paste is another step',
    typed([0, a('x')], [10, a('xpasted')], [20, a('xpasted!')]),
    [a('xpasted'), a('x'), a('')],
  ],
  ['another field is another step', typed([0, a('x')], [10, { ...a('x'), list: [{ b: 'y' }] }]), [a('x'), a('')]],
  ['typing in a row is one step', typed([0, b('x')], [10, b('xy')]), [b('')]],
  ['a new row is a step', typed([0, { a: '', list: [{ b: '' }, { b: '' }] }]), [START]],
  ['no change is no step', record(startTimeline(START), START, 0), []],
])('%s', (_, timeline, steps) => {
  expect(undone(timeline)).toEqual(steps);
  const times = (change: typeof undo, start: Timeline<Form>) => steps.reduce((each) => change(each), start);
  const { present } = times(redo, times(undo, timeline));
  expect(present).toEqual(timeline.present);
});

test('an edit after an undo drops the undone steps', () => {
  const timeline = record(undo(typed([0, a('x')], [2000, a('pasted')])), a('other'), 2100);
  expect(redo(timeline)).toBe(timeline);
  expect(undone(timeline)).toEqual([a('x'), a('')]);
});

test('a form that is loaded while its route is typed is a step of its own', () => {
  const document = emptyDocument('');
  const start = { timeline: startTimeline(document), builder: deriveState(document.builder) };
  const typing = ['GET /a', 'GET /ab', 'GET /abc'].map((route) => editBuilder(setText('route', route)));
  const loading = editBuilder((form) => ({ ...form, route: 'GET /abcd', headers: [] }));
  const { timeline } = [...typing, loading].reduce((state, step, index) => step(state, index), start);
  expect(undone(timeline).map(({ builder }) => builder.route)).toEqual(['GET /abc', 'GET /a', '']);
});
