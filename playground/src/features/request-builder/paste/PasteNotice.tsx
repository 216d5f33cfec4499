import type { ReactNode } from 'react';
import type { BuilderProps } from '../model/build.js';
import { RequestChoice } from './RequestChoice.js';
import type { CollectionActions, PasteResult, usePaste } from './use-paste.js';
import { Sentence } from '../../../ui/containers.js';

interface NoticeProps {
  readonly warning: boolean;
  readonly children: ReactNode;
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

function Notice({ warning, children, actions, onClose }: NoticeProps) {
  return (
    <div className="pasted flow" data-warning={warning}>
      <output className="pasted-text wrap">{children}</output>
      <div className="pasted-actions">
        {actions}
        <button type="button" className="button button-quiet" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}

type Loaded = Extract<PasteResult, { readonly state: 'loaded' }>;

function describe({ reading: { kind, requests }, request: { name, method, url, incomplete } }: Loaded): string {
  const isOne = requests.length === 1;
  const subject =
    name !== '' ? `“${name}” of the ${kind}` : isOne ? `The ${kind}` : `“${method} ${url}” of the ${kind}s`;
  return incomplete
    ? `${subject} was read, but the request isn’t complete.`
    : `${subject} was separated into route, parameters and headers.`;
}

interface PasteNoticeProps extends CollectionActions {
  readonly result: PasteResult;
  readonly paste: Pick<ReturnType<typeof usePaste>, 'load' | 'read' | 'close'>;
  readonly dispatch: BuilderProps['dispatch'];
}

/** Reports the reading of a pasted text, offers the requests of a collection, and can restore the earlier form. */
export default function PasteNotice({ result, paste, dispatch, onSaveAll }: PasteNoticeProps) {
  const close = () => paste.close(result);
  const leave = (act: (() => void) | undefined) => {
    act?.();
    close();
  };
  if (result.state === 'choice')
    return <RequestChoice reading={result.reading} onChoose={paste.load} onSaveAll={onSaveAll} onClosed={close} />;
  if (result.state === 'refused') {
    const insert = result.insert && (
      <button type="button" className="button" onClick={() => leave(result.insert)}>
        Insert it as text
      </button>
    );
    return (
      <Notice warning actions={insert} onClose={close}>
        <Sentence text={result.refusal} />
      </Notice>
    );
  }
  const { reading, request, before } = result;
  const notes = [...reading.notes, ...request.notes];
  const { instead } = request;
  const actions = (
    <>
      {instead && (
        <button type="button" className="button" onClick={() => void paste.read(instead.text)}>
          {instead.label}
        </button>
      )}
      <button type="button" className="button" onClick={() => leave(() => dispatch({ type: 'load', form: before }))}>
        Restore the earlier form
      </button>
    </>
  );
  return (
    <Notice warning={request.incomplete} actions={actions} onClose={close}>
      {describe(result)}
      {[...new Set(notes)].map((note) => (
        <span key={note} className="pasted-note muted">
          <Sentence text={note} />
        </span>
      ))}
    </Notice>
  );
}
