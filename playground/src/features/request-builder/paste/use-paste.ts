import { useImperativeHandle, useRef, useState, type ClipboardEvent, type Ref } from 'react';
import { useLatest } from '../../../ui/rendering.js';
import type { BuilderProps } from '../model/build.js';
import type { Form } from '../model/form.js';
import type { PastedRequest, Reading } from './reading.js';
import { getReason } from '../../../ui/text.js';

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

/** Actions for requests of a collection, which the form can't hold. */
export interface CollectionActions {
  /** Saves all requests of a collection. */
  readonly onSaveAll?: ((reading: Reading) => void) | undefined;
}

/** Reads texts from elsewhere, such as a dropped file, as if they were pasted. */
export interface PasteReader {
  readonly read: (text: string, fileName?: string) => Promise<void>;
}

export interface PasteOptions extends CollectionActions {
  readonly reader?: Ref<PasteReader> | undefined;
}

/** The result of the last paste, as long as it concerns the form. */
export type PasteResult =
  | {
      readonly state: 'loaded';
      readonly reading: Reading;
      readonly request: PastedRequest;
      /** The form before the paste. */
      readonly before: Form;
    }
  | { readonly state: 'choice'; readonly reading: Reading; readonly before: Form }
  | {
      readonly state: 'refused';
      readonly refusal: string;
      readonly before: Form;
      /** Inserts the text as it is; undefined for a file. */
      readonly insert: (() => void) | undefined;
    };

/** Whether the form is still the one that the result is about. */
function isCurrent(result: PasteResult, form: Form): boolean {
  return form === (result.state === 'loaded' ? result.request.form : result.before);
}

/** Reads pasted texts and dropped files into the form; other pasted texts are inserted by the browser. */
export function usePaste(form: Form, dispatch: BuilderProps['dispatch'], { reader }: Omit<PasteOptions, 'onSaveAll'>) {
  const [result, setResult] = useState<PasteResult>();
  const latest = useLatest(form);
  const field = useRef<HTMLTextAreaElement>(null);
  const reads = useRef(0);
  // A notice ends with the next change of the form, and doesn't come back when that is undone.
  if (result !== undefined && !isCurrent(result, form)) setResult(undefined);

  const load = (request: PastedRequest, reading: Reading) => {
    setResult({ state: 'loaded', reading, request, before: latest() });
    dispatch({ type: 'load', form: request.form });
  };
  const read = async (text: string, fileName?: string, insert?: () => void) => {
    reads.current += 1;
    const started = reads.current;
    const refuse = (refusal: string) => {
      if (started === reads.current) setResult({ state: 'refused', refusal, before: latest(), insert });
    };
    try {
      const { readPasted } = await import('./paste.js');
      const reading = await readPasted(text, latest(), fileName);
      // A large text takes longer than one that is pasted after it.
      if (started !== reads.current) return undefined;
      if ('refusal' in reading) return refuse(reading.refusal);
      const [first, ...others] = reading.requests;
      if (first !== undefined && others.length === 0) load(first, reading);
      else setResult({ state: 'choice', reading, before: latest() });
    } catch (error) {
      refuse(`The text could not be read: ${getReason(error)}`);
    }
    return undefined;
  };
  useImperativeHandle(reader, () => ({ read: (text, fileName) => read(text, fileName) }));
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isPasteable(text)) return;
    event.preventDefault();
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    const insert = () => {
      const { route } = latest();
      const value = route.slice(0, start) + text.replaceAll(/\s+/g, ' ') + route.slice(end);
      dispatch({ type: 'text', field: 'route', value });
    };
    void read(text, undefined, insert);
  };
  // The focused button goes with its notice. A dialog reports its end after the choice in it, which has a notice by then.
  const close = (closed: PasteResult) => {
    setResult((now) => (now === closed ? undefined : now));
    field.current?.focus();
  };
  return { field, onPaste, result, load, close };
}
