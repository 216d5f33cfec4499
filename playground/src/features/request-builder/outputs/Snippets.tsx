import { EndpointError } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { snippetTargets, toSnippet, type SnippetSource, type SnippetTarget } from 'endpoint.js/snippets';
import { useState } from 'react';
import { Code } from '../../../ui/Code.js';
import { Choice } from '../../../ui/fields.js';
import { CopyButton } from '../../../ui/buttons.js';
import { mergeAuth } from '../model/auth.js';
import { revealAuth, type Built, type BuilderState } from '../model/build.js';
import { EMPTY_FORM } from '../model/form.js';
import { assembleOptions, type OptionsObject } from '../model/options.js';
import { withMasks } from '../../../secrets/secrets.js';
import type { BuiltOutputProps } from './output.js';

const TARGETS = snippetTargets.map(({ target, label }) => ({ value: target, label }));

/** The inputs of the request, for the snippet that builds it. */
function createSource({ form, auth }: BuilderState, mask = (options: OptionsObject) => options): SnippetSource {
  const vendor = form.vendor.trim();
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(assembleOptions(form).options, auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
  };
}

type Snippet = { readonly text: string } | { readonly refusal: string };

function writeSnippet(request: Built['request'], target: SnippetTarget, source: SnippetSource): Snippet {
  try {
    return { text: toSnippet(request, target, source) };
  } catch (error) {
    if (error instanceof EndpointError) return { refusal: error.message };
    throw error;
  }
}

/** The request in other languages. The copy has its secrets, so that it runs. */
export default function Snippets({ state, built, reveal }: BuiltOutputProps) {
  const [target, setTarget] = useState<SnippetTarget>('curl');
  const whole = revealAuth(state);
  const snippet = writeSnippet(whole.request ?? built.request, target, createSource(whole));
  const shown = reveal ? snippet : writeSnippet(withMasks(built.request), target, createSource(state, withMasks));
  const label = TARGETS.find(({ value }) => value === target)?.label ?? target;
  return (
    <>
      <Choice legend="Language of the snippet" options={TARGETS} value={target} onValue={setTarget} />
      {'refusal' in snippet ? (
        <p className="failure">{snippet.refusal}</p>
      ) : (
        <div className="copyable">
          <Code text={'text' in shown ? shown.text : snippet.text} label={`Snippet: ${label}`} />
          <CopyButton text={snippet.text} label="snippet" stale={state.problems.length > 0} />
        </div>
      )}
    </>
  );
}
