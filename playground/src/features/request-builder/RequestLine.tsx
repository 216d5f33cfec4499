import { CopyButton } from '../../components/CopyButton.js';
import type { BuilderState } from './build.js';

function stateText({ problems, request }: BuilderState): string {
  if (problems.length === 0) return 'Built';
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return request === undefined ? count : `${count}; showing the last good request`;
}

/** Method and url of the built request, and whether it is that of the form as it stands. */
export function RequestLine({ state }: { readonly state: BuilderState }) {
  const { request, problems } = state;
  const stale = problems.length > 0;
  return (
    <section className="request-line" aria-label="Built request" data-stale={stale}>
      {request !== undefined && (
        <div className="request-line-text">
          <span className="method" data-method={request.method}>
            {request.method.toUpperCase()}
          </span>
          <code className="url">{request.url}</code>
        </div>
      )}
      <div className="request-line-end">
        <output className={stale ? 'state state-failed' : 'state state-ok'}>{stateText(state)}</output>
        {request !== undefined && <CopyButton text={request.url} label="URL" />}
      </div>
    </section>
  );
}
