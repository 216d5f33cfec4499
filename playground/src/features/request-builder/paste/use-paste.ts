import { useImperativeHandle, useLayoutEffect, useRef, useState, type ClipboardEvent, type Ref } from 'react';
import { useLatest } from '../../../ui/rendering.js';
import type { BuilderProps } from '../model/build.js';
import type { Form } from '../model/form.js';
import type { UnreadPaste } from '../model/surroundings.js';
import type { PastedRequest, Reading } from './reading.js';
import { getReason } from '../../../ui/text.js';
import { setText } from '../model/edit.js';

/** Programs whose commands are read, or are refused with a notice. */
const COMMAND = /^(?:[$%>#]\s+)?(?:\S*[/\\])?(?:curl|https?|xhs?|wget|gh|iwr|irm)(?:\.exe)?\s/i;
/** Notations of Express that routes don't have, and that are refused: `:id?`, `:id(\d+)`, `:path*`, `/*path`, `{/:id}`. */
const EXPRESS = /:\w+(?:[*+(]|\?(?:\/|$))|\/\*\w|\{\/?[:*]/;
const ROUTE = /^(?:[a-z]+\s+)?[/{]\S*$/i;

/** Whether a pasted text may be more than a route or a piece of one. The modules that read such texts load after this quick check. */
export function isPasteable(text: string): boolean {
  const start = text.trim().slice(0, 2000);
  if (ROUTE.test(start)) return /^\{\s*"|^(?:[a-z]+\s+)?\{\{/i.test(start) || EXPRESS.test(start);
  return /^https?:\/\/\S+$|["'`(]|\S\s+\S+\s+\S/i.test(start) || COMMAND.test(start);
}

/** Reads texts from elsewhere, such as a dropped file, as if they were pasted. */
export interface PasteReader {
  readonly read: (text: string, fileName?: string) => Promise<void>;
}

export interface PasteOptions {
  readonly reader?: Ref<PasteReader> | undefined;
  /** Saves all requests of a collection, which the form can't hold. */
  readonly onSaveAll?: ((reading: Reading) => void) | undefined;
}

/** The result of the last paste. */
export type PasteResult = {
  /** The form that it is about: with another one, it ends. */
  readonly about: Form;
} & (
  | {
      readonly state: 'loaded';
      readonly reading: Reading;
      readonly request: PastedRequest;
      /** The form before the paste. */
      readonly before: Form;
    }
  | { readonly state: 'choice'; readonly reading: Reading }
  | {
      readonly state: 'refused';
      readonly refusal: string;
      /** Inserts the text as it is; undefined for a file. */
      readonly insert: (() => void) | undefined;
    }
);

/** The sentence for a text that was read too late. */
const LATE = 'The form was changed while the pasted text was being read, so it isn’t loaded; paste it again.';

/** Inserts a text in one line at the selection that a field has now. */
function prepareInsert(text: string, { selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return (route: string) => route.slice(0, selectionStart) + text.replaceAll(/\s+/g, ' ') + route.slice(selectionEnd);
}

/** Begins the reading of a text instead of the one before; its signal aborts as soon as it no longer concerns the form. */
function useReads(form: Form): () => AbortSignal {
  const last = useRef<AbortController>(undefined);
  // A change of the form settles the reading, also if the user comes back to it before the end.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the change is the reason, not the form
  useLayoutEffect(() => last.current?.abort(LATE), [form]);
  return () => {
    last.current?.abort();
    last.current = new AbortController();
    return last.current.signal;
  };
}

/** Reads pasted texts and dropped files into the form; other pasted texts are inserted by the browser. */
export function usePaste({ state, dispatch }: BuilderProps, { reader }: PasteOptions) {
  const { form } = state;
  const surroundings = useLatest(state.surroundings);
  const [result, setResult] = useState<PasteResult>();
  const latest = useLatest(form);
  const field = useRef<HTMLTextAreaElement>(null);
  // A notice ends with the next change of the form, and doesn't come back when that is undone.
  if (result !== undefined && result.about !== form) setResult(undefined);

  const report = (paste: UnreadPaste | undefined) => dispatch({ paste });
  const load = async (request: PastedRequest, reading: Reading) => {
    const { form: entered, change } = (await import('./paste.js')).enterForm(request.form, surroundings());
    const named = { name: request.name, route: entered.route };
    dispatch({ ...change, paste: undefined, named });
    setResult({ state: 'loaded', reading, request, about: entered, before: latest() });
    dispatch(() => entered);
  };
  const refuse = (refusal: string, insert: (() => void) | undefined) => {
    report({ message: `The pasted text isn’t in the form: ${refusal}`, form: latest() });
    setResult({ state: 'refused', refusal, insert, about: latest() });
  };
  const begin = useReads(form);
  const read = async (text: string, fileName?: string, insert?: () => void) => {
    const signal = begin();
    report({ message: 'The pasted text is being read.', form: latest() });
    const end = (act: () => void) => {
      if (!signal.aborted) act();
      // What the user did since counts.
      else if (signal.reason === LATE)
        setResult({ state: 'refused', refusal: LATE, about: latest(), insert: undefined });
    };
    try {
      const { readPasted } = await import('./paste.js');
      const found = await readPasted(text, latest(), fileName);
      end(() => {
        if ('refusal' in found) return refuse(found.refusal, insert);
        const [first, ...others] = found.requests;
        if (first && others.length === 0) return void load(first, found);
        report({ message: 'The pasted text has several requests; choose one.', form: latest() });
        return setResult({ state: 'choice', reading: found, about: latest() });
      });
    } catch (error) {
      end(() => refuse(`The text could not be read: ${getReason(error)}`, insert));
    }
  };
  useImperativeHandle(reader, () => ({ read: (text, fileName) => read(text, fileName) }));
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isPasteable(text)) return;
    event.preventDefault();
    const insertInto = prepareInsert(text, event.currentTarget);
    void read(text, undefined, () => dispatch(setText('route', insertInto(latest().route))));
  };
  // The focused button goes with its notice. A dialog reports its end after the choice in it, which has a notice by then.
  const close = (closed: PasteResult) => {
    if (closed === result) report(undefined);
    setResult((now) => (now === closed ? undefined : now));
    field.current?.focus();
  };
  return { field, onPaste, result, load, read, close };
}
