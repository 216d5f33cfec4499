import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { rowPath, type Form } from '../model/form.js';
import { LiteralError, readWhole, type Literal, type Span } from '../../../json/literal.js';
import type { FieldId } from '../model/problems.js';
import { CopyButton } from '../../../ui/buttons.js';
import { jsonTokens, type Token } from '../../../json/json.js';
import { Panel } from '../../../ui/containers.js';
import { isOpen, isSecretName } from '../../../secrets/secrets.js';
import { insertLargePaste, ProblemText } from '../../../ui/fields.js';
import type { BuilderProps, BuilderState } from '../model/build.js';
import { settleUnread } from '../model/edit.js';
import { isLargeSource, readSource, writeText } from '../model/source.js';
import { LargeSource } from './LargeSource.js';

/** The path to a field in the source. */
function findPath(field: FieldId, { parameters, headers, layers }: Form): readonly string[] {
  const [kind = '', id = ''] = field.split(' ');
  const isRow = (row: { readonly id: number }) => row.id === Number(id);
  const parameter = parameters.find(isRow);
  const paths: Readonly<Record<string, readonly string[]>> = {
    variable: ['options'],
    parameter: ['options', ...(parameter ? rowPath(parameter) : [])],
    header: ['options', 'headers', headers.find(isRow)?.name ?? ''],
    layer: ['defaults', String(layers.findIndex(isRow))],
    format: ['options', 'mediaType', 'format'],
    previews: ['options', 'mediaType', 'previews'],
  };
  return paths[kind] ?? [kind];
}

/** Position of the value at a path in the text, or of the closest one around it; undefined if the text has none. */
function findSpan(path: readonly string[], literal: Literal): Span | undefined {
  if (path.length === 0) return undefined;
  return literal.spans.get(JSON.stringify(path)) ?? findSpan(path.slice(0, -1), literal);
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

/** The form of a text, or its mistake. */
function readText(text: string, before: Form): Form | EditorProblem {
  try {
    return settleUnread(readSource(text, before), before);
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const { message, position } = error;
    return { message: `${describePosition(text, position)}: ${message}`, start: position, end: position + 1 };
  }
}

/** The reason why a text isn't in the form. */
export function describeSource(text: string, form: Form): string {
  const read = readText(text, form);
  return 'message' in read ? read.message : 'The edited JSON isn’t applied; apply it or cancel.';
}

/** The mistake of the text, else the first problem of the form that it describes; credentials and pasted texts aren't in it. */
function findProblem(text: string, { form, problems }: BuilderState): EditorProblem | undefined {
  if (form.raw !== undefined) {
    const read = readText(form.raw, form);
    return 'message' in read ? read : undefined;
  }
  const problem = problems.find(({ field }) => !/^(?:auth |paste$|page$)/.test(field));
  if (problem === undefined) return undefined;
  const span = findSpan(findPath(problem.field, form), readWhole(text));
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

/** The form as JSON. Each readable edit changes the form; each change of the form is written here. */
function SmallEditor({ state, dispatch }: BuilderProps) {
  const { form } = state;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // The notation of a text is kept until the form changes elsewhere.
  const [typed, setTyped] = useState<{ readonly text: string; readonly form: Form }>();
  const text = form.raw === undefined && typed?.form === form ? typed.text : writeText(form);
  const problem = findProblem(text, state);

  const edit = (edited: string) => {
    const read = readText(edited, form);
    const next = 'message' in read ? { ...form, raw: edited } : read;
    setTyped({ text: edited, form: next });
    dispatch(() => next);
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
          aria-label="Route and options as JSON"
          aria-describedby={problem && `${id}-problem`}
          aria-invalid={problem ? true : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => edit(event.target.value)}
          onPaste={(event) => insertLargePaste(event, edit)}
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
  useEffect(() => dispatch({ describeSource }), [dispatch]);
  const actions = (
    <>
      {control}
      <CopyButton text={() => writeText(form)} label="JSON" />
    </>
  );
  return (
    <Panel title="Options" actions={actions}>
      {isLargeSource(form) ? (
        <LargeSource form={form} dispatch={dispatch} />
      ) : (
        <SmallEditor state={state} dispatch={dispatch} />
      )}
    </Panel>
  );
}
