import { useEffect, useState } from 'react';
import { LongText } from '../../../../ui/Code.js';
import { CopyButton } from '../../../../ui/buttons.js';
import type { HttpResponse } from '../response.js';
import type { JsonMistake } from './parse-nodes.js';
import { JsonView } from './JsonView.js';
import { readForm, writeFileName, readBody, type ReadBody } from './media.js';
import { getReason, writeSize } from '../../../../ui/text.js';
import { saveFile } from '../../../../ui/download.js';

/** The body of a response, read; undefined until then. Another response needs another component. */
export function useBody(response: HttpResponse): ReadBody | undefined {
  const [body, setBody] = useState<ReadBody>();
  useEffect(() => {
    const controller = new AbortController();
    const show = (read: ReadBody) => {
      if (!controller.signal.aborted) setBody(read);
    };
    readBody(response, controller.signal).then(show, (error: unknown) =>
      show({ kind: 'failed', reason: getReason(error) }),
    );
    return () => controller.abort();
  }, [response]);
  return body;
}

interface BodyActionsProps {
  readonly response: HttpResponse;
  readonly url: string;
  readonly copies: boolean;
}

/** Copies the body, and saves it as a file. */
export function BodyActions({ response: { body, type }, url, copies }: BodyActionsProps) {
  const { extension } = readForm(type, body.size, new Uint8Array());
  return (
    <div className="body-actions">
      {copies && <CopyButton text={() => new Blob([body], { type: 'text/plain' })} label="body" />}
      <button
        type="button"
        className="button button-quiet"
        aria-label="Save body as a file"
        onClick={() => saveFile(writeFileName(url, extension), body)}
      >
        Save
      </button>
    </div>
  );
}

interface MistakeNoteProps {
  readonly type: string;
  readonly mistake: JsonMistake;
}

/** The mistake of a body that its type calls JSON. */
function MistakeNote({ type, mistake: { line, column, reason } }: MistakeNoteProps) {
  return (
    <p className="failure">
      The content type is <code>{type}</code>, but the body isn’t valid JSON: at line {line.toLocaleString('en')},
      column {column.toLocaleString('en')}, {reason}.
    </p>
  );
}

export interface BodyViewProps {
  readonly response: HttpResponse;
  readonly read: ReadBody | undefined;
}

/** The body of a response. */
export function BodyView({ response: { body, type, cut }, read }: BodyViewProps) {
  if (read === undefined) return <p className="empty">Reading the body …</p>;
  switch (read.kind) {
    case 'failed':
      return <p className="failure">The body can’t be shown: {read.reason}</p>;
    case 'empty':
      return <p className="empty">{cut === undefined ? 'The response has no body.' : 'Nothing of the body came.'}</p>;
    case 'binary':
      return (
        <p className="empty">
          {writeSize(body.size)} of <code>{type || 'an unknown type'}</code>. Save it to open it in another program.
        </p>
      );
    case 'image':
      return <img className="body-image" src={read.address} alt={`The response, ${type}`} />;
    case 'text':
      return (
        <>
          {read.mistake !== undefined && <MistakeNote type={type} mistake={read.mistake} />}
          <LongText text={read.text} label="Response body" />
        </>
      );
  }
  return <JsonView tree={read.tree} />;
}
