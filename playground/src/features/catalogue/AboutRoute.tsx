import type { Operation, ParameterPlace } from './catalogue.js';

const PLACES: Readonly<Record<ParameterPlace, string>> = {
  path: 'path',
  query: 'query',
  header: 'header',
  body: 'body',
  data: 'the whole body',
};

/** The catalogue's description of a route and its parameters. */
export function AboutRoute({ operation }: { readonly operation: Operation }) {
  const { summary, method, path, parameters } = operation;
  const count = parameters.length === 1 ? '1 parameter' : `${parameters.length} parameters`;
  return (
    <details className="about box">
      <summary>
        <b>{summary || `${method} ${path}`}</b> <span className="about-count">{count}</span>
      </summary>
      <dl className="about-list">
        {parameters.map(({ name, place, required, type, description }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code className="variable">{name}</code>{' '}
              <span className={required ? 'tag tag-required' : 'tag'}>{required ? 'required' : 'optional'}</span>
            </dt>
            <dd>
              <span className="about-type">
                {PLACES[place]}
                {type !== '' && (
                  <>
                    , <code>{type}</code>
                  </>
                )}
              </span>
              {description !== '' && <p>{description}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
