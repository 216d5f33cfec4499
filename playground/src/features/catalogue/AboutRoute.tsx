import { memo, useState } from 'react';
import { describeCount } from '../../ui/text.js';
import { Markdown } from '../../ui/Markdown.js';
import type { Operation, Parameter } from './catalogue.js';
import { describeCredentials } from './credentials.js';
import { ServerChoice } from './ServerChoice.js';
import { RequiredTag } from '../../ui/fields.js';
import './catalogue.css';
import { Sentence } from '../../ui/containers.js';

function ParameterEntry({ parameter }: { readonly parameter: Parameter }) {
  const { name, place, required, deprecated, type, limits, preset, example, hasExample, description } = parameter;
  return (
    <div>
      <dt>
        <code className="variable">{name}</code> <RequiredTag required={required} />
        {deprecated && <span className="tag tag-required"> deprecated</span>}
      </dt>
      <dd>
        <span className="note">
          {place === 'data' ? 'the whole body' : place}
          {type !== '' && (
            <>
              , <code>{type}</code>
            </>
          )}
          {limits.map((limit) => `, ${limit}`)}
          {preset !== '' && (
            <>
              , default <code>{preset}</code>
            </>
          )}
          {hasExample && !example.includes('\n') && (
            <>
              , example <code>{example}</code>
            </>
          )}
        </span>
        {description !== '' && <Markdown text={description} />}
      </dd>
    </div>
  );
}

/** A note about a body that the page can't write. */
function BodyNote({ body }: Pick<Operation, 'body'>) {
  if (body?.kind !== 'files') return null;
  return (
    <p>
      The body is <code>{body.mediaType}</code>, which this page can’t write. In code, pass{' '}
      {/multipart/.test(body.mediaType) ? 'a FormData' : 'a Blob or bytes'} as <code>data</code>.
    </p>
  );
}

interface AboutRouteProps {
  readonly operation: Operation;
  /** That of the form. */
  readonly baseUrl: string;
  readonly onBaseUrl: (baseUrl: string) => void;
  /** Fills the body with examples of its required members, or of all. */
  readonly onFillBody: (members: 'required' | 'all') => void;
}

/** Actions that fill the body with examples, where there is one that they can fill. */
function BodyActions({
  operation: { parameters, body },
  onFillBody,
}: Pick<AboutRouteProps, 'operation' | 'onFillBody'>) {
  const fillable = parameters.filter(
    ({ place, example, fullExample }) =>
      (place === 'body' || place === 'data') && (example !== '' || fullExample !== ''),
  );
  if (body === undefined || body.kind === 'files' || fillable.length === 0) return null;
  const hasRequired = fillable.some(({ required, place }) => required && place === 'body');
  return (
    <p className="about-actions flow">
      {hasRequired && (
        <button type="button" className="button" onClick={() => onFillBody('required')}>
          Fill required members
        </button>
      )}
      <button type="button" className="button" onClick={() => onFillBody('all')}>
        {fillable.some(({ place }) => place === 'body') ? 'Fill all members' : 'Fill the body'}
      </button>
      <span className="note">with examples; values that you typed stay.</span>
    </p>
  );
}

/** The catalogue's description of a route and its parameters. */
export default memo(function AboutRoute({ operation, baseUrl, onBaseUrl, onFillBody }: AboutRouteProps) {
  const { summary, description, method, path, parameters, deprecated, docs, servers, security } = operation;
  const credentials = describeCredentials(security);
  // Where a server asks for the value of a variable.
  const [isOpen] = useState(/[{}]/.test(baseUrl));
  const hasChoice = servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
  return (
    <details className="about box" open={isOpen}>
      <summary>
        <b>{summary || `${method} ${path}`}</b> {deprecated && <span className="badge badge-warn">deprecated</span>}{' '}
        <span className="note">{describeCount(parameters.length, 'parameter')}</span>
      </summary>
      <div className="about-text">
        {description !== '' && <Markdown text={description} />}
        {credentials !== '' && (
          <p>
            <Sentence text={credentials} />
          </p>
        )}
        {docs !== '' && (
          <p>
            <a href={docs} target="_blank" rel="noopener noreferrer">
              The API’s own documentation
            </a>
          </p>
        )}
        {hasChoice && <ServerChoice servers={servers} baseUrl={baseUrl} onBaseUrl={onBaseUrl} />}
        <BodyNote body={operation.body} />
        <BodyActions operation={operation} onFillBody={onFillBody} />
      </div>
      <dl className="about-list wrap">
        {parameters.map((parameter) => (
          <ParameterEntry key={`${parameter.place} ${parameter.name}`} parameter={parameter} />
        ))}
      </dl>
    </details>
  );
});
