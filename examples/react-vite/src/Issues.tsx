import { EndpointError } from 'endpoint.js';
import { ResponseError, send } from 'endpoint.js/send';
import { type SubmitEvent, useState, useTransition } from 'react';
import { api, type Issue } from './api.ts';

const FIELDS = { owner: 'Owner', repo: 'Repository', labels: 'Labels, separated by commas' };

type Field = keyof typeof FIELDS;

function build({ owner, repo, labels }: Record<Field, string>) {
  try {
    const names = labels.split(',').map((name) => name.trim());
    const request = api('GET /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      labels: names.filter((name) => name !== ''),
      per_page: 20,
    });
    return { request };
  } catch (error) {
    // Anything else isn't about the values of the form.
    if (error instanceof EndpointError) return { error };
    throw error;
  }
}

/** A form whose request is built while one types, and the issues that the API returns for it. */
export function Issues() {
  const [values, setValues] = useState({ owner: 'nodejs', repo: 'undici', labels: '' });
  const [issues, setIssues] = useState<readonly Issue[]>();
  const [failure, setFailure] = useState('');
  const [isLoading, startLoading] = useTransition();
  // Building takes microseconds and sends nothing, so a render can do it.
  const { request, error } = build(values);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (request === undefined) return;
    startLoading(async () => {
      try {
        // The catalogue's type: `Issue[]`.
        setIssues((await send(request, { timeout: 30_000 })).data);
        setFailure('');
      } catch (reason) {
        const isMissing = reason instanceof ResponseError && reason.status === 404;
        setFailure(isMissing ? 'There is no such repository.' : String(reason));
      }
    });
  };

  return (
    <form onSubmit={onSubmit}>
      <h1>Issues of a repository</h1>
      {(Object.keys(FIELDS) as Field[]).map((name) => (
        <label key={name}>
          {FIELDS[name]}
          <input
            value={values[name]}
            aria-invalid={error?.parameter === name}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </label>
      ))}
      <code>{request?.url}</code>
      <button disabled={error !== undefined || isLoading}>Load</button>
      <p role="alert">{error?.message ?? failure}</p>
      <ul>
        {issues?.map(({ id, number, title, html_url: url }) => (
          <li key={id}>
            <a href={url}>{`#${number} ${title}`}</a>
          </li>
        ))}
      </ul>
      {issues?.length === 0 && <p>No issues.</p>}
    </form>
  );
}
