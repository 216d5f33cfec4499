import { EndpointError, type RequestOptions } from 'endpoint.js';
import { optionsFromJson } from 'endpoint.js/json';
import { snippetTargets, toSnippet, type SnippetSource, type SnippetTarget } from 'endpoint.js/snippets';
import { useState } from 'react';
import { Code } from '../../../ui/Code.js';
import { Field, Select } from '../../../ui/fields.js';
import { CopyButton } from '../../../ui/buttons.js';
import { mergeAuth } from '../model/auth.js';
import { revealAuth, type BuilderState } from '../model/build.js';
import { DownloadButton } from '../../../ui/download.js';
import { useKept } from '../../../ui/use-kept.js';
import { buildConcealed } from '../model/conceal.js';
import { EMPTY_FORM } from '../model/form.js';
import { assembleOptions, type OptionsObject } from '../model/options.js';
import { hasSecrets, withMasks } from '../../../secrets/secrets.js';
import { writeHarFile } from './har-file.js';
import type { BuiltOutputProps, StatedParameters } from './output.js';
import './snippets.css';

type Language = SnippetTarget | 'har';

const LABELS = Object.fromEntries([
  ...snippetTargets.map(({ target, label }) => [target, label]),
  ['har', 'HAR (HTTP archive)'],
]) as Readonly<Record<Language, string>>;
const LANGUAGES = Object.keys(LABELS) as readonly Language[];
const FILES: ReadonlyMap<Language, string> = new Map([
  ...snippetTargets.map(({ target, file }) => [target, file] as const),
  ['har', 'request.har'],
]);

/** The inputs of the request, for the snippet that builds it. */
function createSource(
  { form, auth }: Pick<BuilderState, 'form' | 'auth'>,
  notes: StatedParameters | undefined,
  mask = (options: OptionsObject) => options,
): SnippetSource {
  const vendor = form.vendor.trim();
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(assembleOptions(form).options, auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
    ...(notes && { types: Object.fromEntries([...notes].filter(([, { place }]) => place !== 'header')) }),
  };
}

type Snippet = { readonly text: string } | { readonly refusal: string };

function writeSnippet(request: RequestOptions, language: Language, source: SnippetSource): Snippet {
  try {
    return { text: language === 'har' ? writeHarFile(request, new Date()) : toSnippet(request, language, source) };
  } catch (error) {
    if (error instanceof EndpointError) return { refusal: error.message };
    throw error;
  }
}

/** The request in other languages. The copy has its secrets, so that it runs; a file never has any. */
export default function Snippets({ state, built: { request }, reveal, notes }: BuiltOutputProps) {
  const [language, setLanguage] = useKept('snippet', LANGUAGES, 'endpoint.js');
  const whole = revealAuth(state);
  const snippet = writeSnippet(whole.request ?? request, language, createSource(whole, notes));
  const shown = reveal ? snippet : writeSnippet(withMasks(request), language, createSource(state, notes, withMasks));
  const [problem, setProblem] = useState('');
  const writeFile = (): string | undefined => {
    const concealed = buildConcealed(state);
    const written = concealed
      ? writeSnippet(concealed.built.request, language, createSource(concealed, notes))
      : { refusal: 'Nothing was downloaded, because the request can’t be built without its secrets.' };
    setProblem('refusal' in written ? written.refusal : '');
    return 'text' in written ? written.text : undefined;
  };
  const isSecret = hasSecrets(request) || state.auth.state === 'applied';
  return (
    <>
      <div className="snippet-head">
        <Field label="Language">
          {(attributes) => <Select {...attributes} options={LABELS} value={language} onValue={setLanguage} />}
        </Field>
        {'text' in snippet && (
          <DownloadButton
            label={isSecret ? 'Download without secrets' : 'Download'}
            file={FILES.get(language) ?? 'request.txt'}
            type={language === 'har' ? 'application/json' : 'text/plain'}
            write={writeFile}
          />
        )}
      </div>
      <output className="note">{problem}</output>
      {'refusal' in snippet ? (
        <p className="failure">{snippet.refusal}</p>
      ) : (
        <div className="copyable">
          <Code text={'text' in shown ? shown.text : snippet.text} label={`Snippet: ${LABELS[language]}`} />
          <CopyButton text={snippet.text} label="snippet" stale={state.problems.length > 0} />
        </div>
      )}
    </>
  );
}
