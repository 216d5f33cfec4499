import { useCallback, useId, useRef, type ClipboardEvent, type ReactNode } from 'react';
import type { Form } from '../model/form.js';
import { LiteralError, readWhole, type Literal, type Span } from '../../../json/literal.js';
import type { FieldId } from '../model/problems.js';
import { CopyButton } from '../../../ui/buttons.js';
import { jsonTokens, type Token } from '../../../json/json.js';
import { Panel } from '../../../ui/containers.js';
import { isOpen, isSecretName } from '../../../secrets/secrets.js';
import { ProblemText } from '../../../ui/fields.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { keepUnread } from '../model/keep-rows.js';
import { findUnreadSource, type SourceText } from '../model/surroundings.js';
import { isLargeSource, readSource, writeSource } from '../model/source.js';
import { FOLDED_LENGTH } from '../../../json/size.js';
import { useLatest } from '../../../ui/rendering.js';
import { LargeSource } from './LargeSource.js';

/** Paths to a field in the source, the best first. */
function listPaths(field: FieldId, { parameters, headers, layers }: Form): readonly (readonly string[])[] {
  const [kind = '', ...rest] = field.split(' ');
  const name = rest.join(' ');
  const id = Number(name);
  switch (kind) {
    case 'variable':
      return [['options', name], ...['path', 'query'].map((place) => ['options', '@in', place, name]), ['options']];
    case 'parameter': {
      const { name: parameter = '', place = 'auto' } = parameters.find((row) => row.id === id) ?? {};
      return [place === 'auto' ? ['options', parameter] : ['options', '@in', place, parameter], ['options']];
    }
    case 'header':
      return [
        ['options', 'headers', headers.find((row) => row.id === id)?.name ?? ''],
        ['options', 'headers'],
      ];
    case 'layer':
      return [['defaults', String(layers.findIndex((layer) => layer.id === id))], ['defaults']];
    case 'format':
    case 'previews':
      return [
        ['options', 'mediaType', kind],
        ['options', 'mediaType'],
      ];
  }
  return [[kind]];
}

/** Position of a field's value in the text; undefined if the text doesn't have it. */
function findFieldSpan(field: FieldId, form: Form, { spans }: Literal): Span | undefined {
  return listPaths(field, form)
    .map((path) => spans.get(JSON.stringify(path)))
    .find((span) => span !== undefined);
}

interface EditorProblem extends Span {
  readonly message: string;
}

/** The tokens of the text with secrets masked; masks keep the length, so that lines break where they do in the field. */
export function maskTokens(text: string): readonly Token[] {
  let depth = 0;
  // The depth of a secret name; everything in its value is secret.
  let secretDepth = Infinity;
  return (jsonTokens(text) ?? [{ kind: 'space', text, start: 0 }]).map((token) => {
    if ('{['.includes(token.text)) depth += 1;
    if ('}]'.includes(token.text) && --depth < secretDepth) secretDepth = Infinity;
    if (token.kind === 'key' && depth <= secretDepth)
      secretDepth = isSecretName(token.text.slice(1, -1)) ? depth : Infinity;
    if (depth < secretDepth || (token.kind !== 'string' && token.kind !== 'number')) return token;
    if (isOpen(token.text.replaceAll('"', ''))) return token;
    const quote = token.kind === 'string' ? '"' : '';
    const mask = quote + '•'.repeat(token.text.length - 2 * quote.length) + quote;
    return { kind: token.kind, start: token.start, text: mask };
  });
}

/** Longer texts have no colours: each is an element. */
const COLOURED_LENGTH = 50_000;

/** Splits a text into pieces of one colour; the mistake is a separate piece. */
function splitPieces(text: string, wrong: EditorProblem | undefined) {
  // Unreadable text may be of any length, and is not folded.
  const tokens: readonly Token[] =
    text.length > COLOURED_LENGTH ? [{ kind: 'space', text, start: 0 }] : maskTokens(text);
  return tokens.flatMap(({ kind, text: token, start }) => {
    const end = start + token.length;
    const from = Math.min(Math.max(wrong?.start ?? end, start), end);
    const to = Math.min(Math.max(wrong?.end ?? end, from), end);
    return [
      { start, text: token.slice(0, from - start), kind, wrong: false },
      { start: from, text: token.slice(from - start, to - start), kind, wrong: true },
      { start: to, text: token.slice(to - start), kind, wrong: false },
    ].filter((piece) => piece.text !== '');
  });
}

function describePosition(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `Line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1} of the JSON`;
}

/** The first problem of the text, else of the form that it describes; credentials and pasted texts aren't in it. */
function findProblem(
  text: string,
  source: SourceText | undefined,
  { form, problems }: BuilderState,
): EditorProblem | undefined {
  if (source?.problem) {
    const { message, position } = source.problem;
    return { message, start: position, end: position + 1 };
  }
  const problem = problems.find(({ field }) => !/^(?:auth |paste$|page$)/.test(field));
  if (problem === undefined) return undefined;
  const span = findFieldSpan(problem.field, form, readWhole(text));
  const start = span?.start ?? 0;
  return { message: `${describePosition(text, start)}: ${problem.message}`, start, end: span?.end ?? 0 };
}

/** The coloured text, under the field, whose own text is transparent. */
function Mirror({ text, problem }: { readonly text: string; readonly problem: EditorProblem | undefined }) {
  return (
    <pre className="json-mirror" aria-hidden="true">
      {splitPieces(text, problem).map((piece) => (
        <span key={piece.start} className={piece.wrong ? `token-${piece.kind} wrong` : `token-${piece.kind}`}>
          {piece.text}
        </span>
      ))}
      {problem !== undefined && problem.start >= text.length && <span className="wrong"> </span>}
      {'\n'}
    </pre>
  );
}

/** Reads a paste that makes the text large at once: the browser would lay it out before it is folded. */
function readLargePaste(event: ClipboardEvent<HTMLTextAreaElement>): string | undefined {
  const pasted = event.clipboardData.getData('text/plain');
  if (pasted.length <= FOLDED_LENGTH) return undefined;
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  return value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
}

/** The form as JSON. Each readable edit changes the form; each change of the form is written here. */
function SmallEditor({ state, dispatch }: BuilderProps) {
  const { form, surroundings } = state;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // A change of the form elsewhere discards the text typed here.
  const source = surroundings.source?.form === form ? surroundings.source : undefined;
  const text = source?.text ?? JSON.stringify(writeSource(form), null, 2);
  const problem = findProblem(text, source, state);
  // Rows that the text itself made aren't kept.
  const base = source?.base ?? form;

  const edit = (edited: string) => {
    const read = () => {
      try {
        return { form: keepUnread(readSource(edited), base), problem: undefined };
      } catch (error) {
        if (!(error instanceof LiteralError)) throw error;
        const { message, position } = error;
        return { form, problem: { message: `${describePosition(edited, position)}: ${message}`, position } };
      }
    };
    dispatch({ type: 'source', source: { text: edited, base, ...read() } });
  };
  const goTo = () => {
    field.current?.focus();
    field.current?.setSelectionRange(problem?.start ?? 0, problem?.end ?? 0);
  };

  return (
    <>
      <div className="mirrored">
        <Mirror text={text} problem={problem} />
        <textarea
          ref={field}
          className="json-input"
          // The document doesn't have unreadable text, so undo within the text is the browser's.
          data-own-undo
          aria-label="Route and options as JSON"
          aria-describedby={problem && `${id}-problem`}
          aria-invalid={problem ? true : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => edit(event.target.value)}
          onPaste={(event) => {
            const pasted = readLargePaste(event);
            if (pasted === undefined) return;
            event.preventDefault();
            edit(pasted);
          }}
        />
      </div>
      {problem && (
        <div className="json-problem">
          <ProblemText id={`${id}-problem`}>{problem.message}</ProblemText>
          <button type="button" className="button button-quiet" onClick={goTo}>
            Go there
          </button>
        </div>
      )}
    </>
  );
}

interface JsonEditorProps extends BuilderProps {
  /** The control beside the title. */
  readonly control: ReactNode;
}

/** The form as JSON, in an editor, or folded if it is large. */
export default function JsonEditor({ state, control, dispatch }: JsonEditorProps) {
  const { form } = state;
  const latest = useLatest(form);
  const held = findUnreadSource(state.surroundings, form)?.text;
  const shown = useLatest(held);
  const text = useCallback(() => shown() ?? JSON.stringify(writeSource(latest()), null, 2), [latest, shown]);
  const apply = (edited: string) => dispatch({ type: 'load', form: keepUnread(readSource(edited), form) });
  const hold = useCallback(
    (edited: string | undefined) => {
      const problem = { message: 'The edited JSON isn’t applied; apply it or cancel.', position: 0 };
      const change = edited === undefined ? undefined : { text: edited, form: latest(), base: latest(), problem };
      dispatch({ type: 'surroundings', change: { source: change } });
    },
    [latest, dispatch],
  );
  const actions = (
    <>
      {control}
      <CopyButton text={text} label="JSON" />
    </>
  );
  return (
    <Panel title="Options" actions={actions}>
      {isLargeSource(form) ? (
        <LargeSource form={form} held={held} onApply={apply} onHold={hold} />
      ) : (
        <SmallEditor state={state} dispatch={dispatch} />
      )}
    </Panel>
  );
}
