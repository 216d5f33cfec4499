import type { BuilderProps } from '../model/build.js';
import { RequestChoice } from './RequestChoice.js';
import type { PasteOptions, PasteResult, usePaste } from './use-paste.js';
import { Sentence } from '../../../ui/containers.js';

type Loaded = Extract<PasteResult, { readonly state: 'loaded' }>;

function describe({ reading: { kind, requests }, request: { name, method, url, incomplete } }: Loaded): string {
  const isOne = requests.length === 1;
  const subject =
    name !== '' ? `“${name}” of the ${kind}` : isOne ? `The ${kind}` : `“${method} ${url}” of the ${kind}s`;
  return incomplete
    ? `${subject} was read, but the request isn’t complete.`
    : `${subject} was separated into route, parameters and headers.`;
}

interface PasteNoticeProps extends Pick<PasteOptions, 'onSaveAll'> {
  readonly result: PasteResult;
  readonly paste: Pick<ReturnType<typeof usePaste>, 'load' | 'read' | 'close'>;
  readonly dispatch: BuilderProps['dispatch'];
}

/** Reports the reading of a pasted text, offers the requests of a collection, and can restore the earlier form. */
export default function PasteNotice({ result, paste, dispatch, onSaveAll }: PasteNoticeProps) {
  const close = () => paste.close(result);
  if (result.state === 'choice')
    return <RequestChoice reading={result.reading} onChoose={paste.load} onSaveAll={onSaveAll} onClosed={close} />;
  const isRefused = result.state === 'refused';
  const { instead } = isRefused ? {} : result.request;
  const [label, act] = isRefused
    ? (['Insert it as text', result.insert] as const)
    : (['Restore the earlier form', () => dispatch(() => result.before)] as const);
  return (
    <div className="pasted flow" data-warning={isRefused || result.request.incomplete}>
      <output className="pasted-text wrap">
        {isRefused ? <Sentence text={result.refusal} /> : describe(result)}
        {!isRefused &&
          [...new Set([...result.reading.notes, ...result.request.notes])].map((note) => (
            <span key={note} className="pasted-note muted">
              <Sentence text={note} />
            </span>
          ))}
      </output>
      <div className="pasted-actions">
        {instead && (
          <button type="button" className="button" onClick={() => void paste.read(instead.text)}>
            {instead.label}
          </button>
        )}
        {act && (
          <button
            type="button"
            className="button"
            onClick={() => {
              act();
              close();
            }}
          >
            {label}
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={close}>
          Close
        </button>
      </div>
    </div>
  );
}
