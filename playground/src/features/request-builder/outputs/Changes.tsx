import type { RequestOptions } from 'endpoint.js';
import { changesBetween, type Change } from './changes.js';
import { withMasks } from '../../../secrets/masking.js';
import type { BuiltOutputProps } from './output.js';

function ChangeTable({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <table className="comparison">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Pinned</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ part, before, after }) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            <td>{before === undefined ? <span className="absent">none</span> : <del>{before}</del>}</td>
            <td>{after === undefined ? <span className="absent">none</span> : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The differences from a pinned request. */
export default function Changes({ built: { request }, pinned, reveal, onPin }: BuiltOutputProps) {
  const show = (options: RequestOptions) => (reveal ? options : withMasks(options));
  // Compared unmasked: two different secrets look the same when masked.
  const changed = pinned && changesBetween(pinned, request);
  const shown = pinned && new Map(changesBetween(show(pinned), show(request)).map((change) => [change.part, change]));
  return (
    <>
      <div className="changes-head">
        <button type="button" className="button" onClick={() => onPin(request)}>
          {pinned === undefined ? 'Pin this request' : 'Pin this one instead'}
        </button>
        {pinned !== undefined && (
          <button type="button" className="button button-quiet" onClick={() => onPin(undefined)}>
            Unpin
          </button>
        )}
      </div>
      {changed === undefined && (
        <p className="empty">
          Pin the request as it is now; what you change from then on is listed here, part by part.
        </p>
      )}
      {changed?.length === 0 && <p className="empty">Nothing has changed since this request was pinned.</p>}
      {changed !== undefined && changed.length > 0 && (
        <ChangeTable
          changes={changed.map(({ part }) => shown?.get(part) ?? { part, before: '***', after: '*** (another)' })}
        />
      )}
    </>
  );
}
