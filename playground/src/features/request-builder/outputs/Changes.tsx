import type { RequestOptions } from 'endpoint.js';
import { isObject } from '../../../json/json.js';
import { withMasks } from '../../../secrets/secrets.js';
import { ComparisonTable, type Change } from '../../../ui/ComparisonTable.js';
import { revealAuth, type BuilderState } from '../model/build.js';
import type { BuiltOutputProps } from './output.js';

/** Repeated names get a number. */
function setNumbered(parts: Map<string, string>, name: string, value: string): void {
  let key = name;
  for (let count = 2; parts.has(key); count += 1) key = `${name} (${count})`;
  parts.set(key, value);
}

function addBody(parts: Map<string, string>, body: unknown): void {
  if (body === undefined) return;
  const members = isObject(body) ? Object.entries(body) : [];
  for (const [name, value] of members) parts.set(`body ${name}`, JSON.stringify(value) ?? '');
  if (members.length === 0) parts.set('body', JSON.stringify(body) ?? '');
}

function splitRequest({ method, url, headers, body }: RequestOptions): ReadonlyMap<string, string> {
  const [, origin = '', path = '', query = '', fragment = ''] =
    /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(#[^]*)?$/i.exec(url) ?? [];
  const parts = new Map([
    ['method', method.toUpperCase()],
    ['origin', origin],
    ['path', path],
  ]);
  for (const [name, value] of new URLSearchParams(query)) setNumbered(parts, `query ${name}`, value);
  if (fragment !== '') parts.set('fragment', fragment);
  for (const [name, value] of Object.entries(headers)) parts.set(`header ${name}`, value);
  addBody(parts, body);
  return parts;
}

/** The differences between two requests, part by part: `method`, `path`, `query page`, `header accept`, `body labels`. */
export function findChanges(before: RequestOptions, after: RequestOptions): readonly Change[] {
  const earlier = splitRequest(before);
  const later = splitRequest(after);
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((part) => earlier.get(part) !== later.get(part))
    .map((part) => ({ part, before: earlier.get(part), after: later.get(part) }));
}

const isBuilt = ({ problems }: BuilderState) => problems.length === 0;

/** The changes between the requests of two states whose credentials are hidden, which they stay unless `reveal` is set. */
export function compareStates(before: BuilderState, after: BuilderState, reveal: boolean): readonly Change[] {
  if (before.request === undefined || after.request === undefined) return [];
  // Compared with all secrets: two different ones look the same when hidden. The last valid request has no revealed form.
  const whole = isBuilt(before) && isBuilt(after) ? revealAuth : (state: BuilderState) => state;
  const changes = findChanges(whole(before).request ?? before.request, whole(after).request ?? after.request);
  if (reveal) return changes;
  const hidden = findChanges(withMasks(before.request), withMasks(after.request));
  const shown = new Map(hidden.map((change) => [change.part, change]));
  return changes.map(({ part }) => shown.get(part) ?? { part, before: '***', after: '*** (another)' });
}

/** The differences from a pinned request. */
export default function Changes({ hidden, pinned, reveal, onPin }: BuiltOutputProps) {
  const changes = pinned && compareStates(pinned, hidden, reveal);
  return (
    <>
      <div className="changes-head">
        <button type="button" className="button" onClick={() => onPin(hidden)}>
          {pinned === undefined ? 'Pin this request' : 'Pin this one instead'}
        </button>
        {pinned !== undefined && (
          <button type="button" className="button button-quiet" onClick={() => onPin(undefined)}>
            Unpin
          </button>
        )}
      </div>
      {changes === undefined && (
        <p className="empty">Pin the request as it is now; later changes are listed here, part by part.</p>
      )}
      {changes?.length === 0 && <p className="empty">Nothing has changed since this request was pinned.</p>}
      {changes !== undefined && changes.length > 0 && <ComparisonTable before="Pinned" changes={changes} />}
    </>
  );
}
