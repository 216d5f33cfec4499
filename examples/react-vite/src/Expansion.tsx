import { CallError, createCallClient } from 'endpoint.js-client';
import { type SubmitEvent, useState, useTransition } from 'react';

const client = createCallClient({
  host: import.meta.env.VITE_CALL_HOST ?? 'http://127.0.0.1:8080',
  deadline: 5_000,
});

/** Expands a URI template with variables by the call service; returns what to show. */
async function expand(template: string, variables: string): Promise<string> {
  try {
    const { success, message } = await client.call({ code: 'expand', str1: template, str2: variables });
    return success ? message : `The operation failed: ${message}`;
  } catch (error) {
    // The call itself failed: no server, no permission, too late.
    if (error instanceof CallError) return `${error.status.name}: ${error.message}`;
    throw error;
  }
}

/** A form that calls the call service. */
export function Expansion() {
  const [template, setTemplate] = useState('/users/{name}{?page}');
  const [variables, setVariables] = useState('{"name":"octocat","page":2}');
  const [answer, setAnswer] = useState('');
  const [isCalling, startCalling] = useTransition();

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    startCalling(async () => setAnswer(await expand(template, variables)));
  };

  return (
    <form onSubmit={onSubmit}>
      <h1>Expand on the server</h1>
      <label>
        URI template
        <input value={template} onChange={({ target }) => setTemplate(target.value)} />
      </label>
      <label>
        Variables as JSON
        <input value={variables} onChange={({ target }) => setVariables(target.value)} />
      </label>
      <button disabled={isCalling}>Call</button>
      <output>{answer}</output>
    </form>
  );
}
