import { useCallback, useEffect, useState } from 'react';
import { LongText } from '../../../../ui/Code.js';
import { CopyButton } from '../../../../ui/buttons.js';
import type { Answer } from '../answer.js';
import { JsonView } from './JsonView.js';
import { readForm, writeFileName, writeSize } from './media.js';
import { BodyWorker } from './worker.js';

/** A body that was read, in the form in which it is shown. */
type ReadBody =
  | { readonly kind: 'empty' | 'binary' }
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly length: number; readonly worker: BodyWorker };

const HEAD_BYTES = 1024;

/** The policy of the page allows images as data URLs, not as blobs. */
function writeDataUrl(body: Blob, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The image can’t be read.')));
    reader.readAsDataURL(new Blob([body], { type }));
  });
}

async function decode(body: Blob, charset: string): Promise<string> {
  return /^utf-?8$/i.test(charset) ? body.text() : new TextDecoder(charset).decode(await body.arrayBuffer());
}

/** Reads a body; its JSON stays in `worker`. */
async function readBody({ body, type }: Answer, worker: () => BodyWorker): Promise<ReadBody> {
  const head = new Uint8Array(await body.slice(0, HEAD_BYTES).arrayBuffer());
  const { kind, charset } = readForm(type, body.size, head);
  if (kind === 'image') return { kind, address: await writeDataUrl(body, type) };
  if (kind === 'empty' || kind === 'binary') return { kind };
  if (kind === 'json') {
    const reader = worker();
    const opened = await reader.ask('open', { body });
    if (opened) return { kind, length: opened.length, worker: reader };
  }
  return { kind: 'text', text: await decode(body, charset) };
}

/** The body of an answer, read; undefined until then. The worker ends with the component. */
export function useBody(answer: Answer): ReadBody | { readonly kind: 'failed'; readonly reason: string } | undefined {
  const [result, setResult] = useState<ReturnType<typeof useBody> & { readonly of?: Answer }>();
  useEffect(() => {
    let worker: BodyWorker | undefined;
    let ended = false;
    const open = () => (worker = new BodyWorker());
    const read = async () => {
      let body: NonNullable<ReturnType<typeof useBody>>;
      try {
        body = await readBody(answer, open);
      } catch (error) {
        body = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      }
      if (!ended) setResult({ ...body, of: answer });
    };
    void read();
    return () => {
      ended = true;
      worker?.stop();
    };
  }, [answer]);
  return result?.of === answer ? result : undefined;
}

function save(body: Blob, name: string): void {
  const address = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // After the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

interface BodyActionsProps {
  readonly answer: Answer;
  readonly url: string;
  readonly copies: boolean;
}

/** Copies the body, and saves it as a file. */
export function BodyActions({ answer: { body, type }, url, copies }: BodyActionsProps) {
  const text = useCallback(() => new Blob([body], { type: 'text/plain' }), [body]);
  const { extension } = readForm(type, body.size, new Uint8Array());
  return (
    <div className="body-actions">
      {copies && <CopyButton text={text} label="body" />}
      <button
        type="button"
        className="button button-quiet"
        aria-label="Save body as a file"
        onClick={() => save(body, writeFileName(url, extension))}
      >
        Save
      </button>
    </div>
  );
}

interface BodyViewProps {
  readonly answer: Answer;
  readonly read: ReturnType<typeof useBody>;
}

/** The body of an answer. */
export function BodyView({ answer: { body, type }, read }: BodyViewProps) {
  if (read === undefined) return <p className="empty">Reading the body …</p>;
  switch (read.kind) {
    case 'failed':
      return <p className="failure">The body can’t be shown: {read.reason}</p>;
    case 'empty':
      return <p className="empty">The response has no body.</p>;
    case 'binary':
      return (
        <p className="empty">
          {writeSize(body.size)} of <code>{type || 'an unknown type'}</code>. Save it to open it in another program.
        </p>
      );
    case 'image':
      return <img className="body-image" src={read.address} alt={`The response, ${type}`} />;
    case 'text':
      return <LongText text={read.text} label="Response body" />;
  }
  return <JsonView worker={read.worker} length={read.length} />;
}
