import { reduceForm as editCall, type FormAction as CallAction } from '../../features/call-api/form/form.js';
import { reduceBuilder, deriveState, type BuilderState } from '../../features/request-builder/model/build.js';
import type { FormAction as BuilderAction } from '../../features/request-builder/model/form.js';
import type { Document } from './document.js';
import { record, redo, startTimeline, undo, type Timeline } from './timeline.js';

/** The document with its undo steps, and the builder's result. */
export interface DocumentState {
  readonly timeline: Timeline<Document>;
  readonly builder: BuilderState;
}

export type DocumentAction =
  | { readonly type: 'builder'; readonly action: BuilderAction }
  | { readonly type: 'call'; readonly action: CallAction }
  | { readonly type: 'replace'; readonly document: Document }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export function initialState(document: Document): DocumentState {
  return { timeline: startTimeline(document), builder: deriveState(document.builder) };
}

/** Keeps `builder` as long as its form is the timeline's. */
function withTimeline(state: DocumentState, timeline: Timeline<Document>): DocumentState {
  const { builder } = timeline.present;
  return { timeline, builder: builder === state.builder.form ? state.builder : deriveState(builder, state.builder) };
}

/** One step; `at` is its time in milliseconds, which separates continued typing from a new start. */
export function reduceDocument(
  state: DocumentState,
  { at, ...action }: DocumentAction & { readonly at: number },
): DocumentState {
  const { timeline } = state;
  const document = timeline.present;
  switch (action.type) {
    case 'builder': {
      const builder = reduceBuilder(state.builder, action.action);
      return { builder, timeline: record(timeline, { ...document, builder: builder.form }, at) };
    }
    case 'call':
      return {
        ...state,
        timeline: record(timeline, { ...document, call: editCall(document.call, action.action) }, at),
      };
    case 'replace':
      return withTimeline(state, record(timeline, action.document, at));
    case 'undo':
      return withTimeline(state, undo(timeline));
  }
  return withTimeline(state, redo(timeline));
}
