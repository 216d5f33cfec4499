import { EndpointError, type RequestOptions } from 'endpoint.js';
import {
  snippetTargets,
  toSnippet,
  type SnippetLanguage,
  type SnippetSource,
  type SnippetTarget,
} from 'endpoint.js/snippets';
import { useState } from 'react';
import { Code } from '../../../ui/Code.js';
import { SnippetCode } from './SnippetCode.js';
import { Field, Select } from '../../../ui/fields.js';
import { CopyButton } from '../../../ui/buttons.js';
import { revealAuth, type BuilderState } from '../model/build.js';
import { DownloadButton } from '../../../ui/download.js';
import { buildConcealed } from '../model/conceal.js';
import { hasSecrets, withMasks } from '../../../secrets/secrets.js';
import { writeHarFile } from './har-file.js';
import type { OutputProps, StatedParameters } from './output.js';
import { optionsFromJson } from 'endpoint.js/json';
import { mergeAuth } from '../model/auth.js';
import { chooseVendor } from '../model/explain-form.js';
import { EMPTY_FORM } from '../model/form.js';
import { readOptions, type OptionsObject } from '../model/options.js';
import { PREFIX } from '../../../storage/prefix.js';

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    // The storage is blocked: nothing was kept.
    return null;
  }
}

/** A choice that is kept on this device, and restored unless it is no longer one of the `values`. */
function useKept<Value extends string>(
  name: string,
  values: readonly Value[],
  initial: Value,
): [value: Value, keep: (value: Value) => void] {
  const [value, setValue] = useState(() => {
    const kept = read(name);
    return values.find((each) => each === kept) ?? initial;
  });
  const keep = (next: Value) => {
    setValue(next);
    try {
      localStorage.setItem(PREFIX + name, next);
    } catch {
      // The storage is blocked or full: the choice lasts until the page is left.
    }
  };
  return [value, keep];
}

/** The part of a state that its snippets come from. */
type SnippetState = Pick<BuilderState, 'form' | 'auth'>;

/** The inputs of a request, for the snippet that builds it. */
function createSource(
  { form, auth }: SnippetState,
  notes: StatedParameters | undefined,
  mask = (options: OptionsObject) => options,
): SnippetSource {
  const vendor = chooseVendor(form) ?? '';
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(readOptions(form).options, auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
    ...(notes && { types: Object.fromEntries([...notes].filter(([, { place }]) => place !== 'header')) }),
  };
}

type Language = SnippetTarget | 'har';

const LABELS = Object.fromEntries([
  ...snippetTargets.map(({ target, label }) => [target, label]),
  ['har', 'HAR (HTTP archive)'],
]) as Readonly<Record<Language, string>>;
const LANGUAGES = Object.keys(LABELS) as readonly Language[];
const HIGHLIGHTED: ReadonlyMap<Language, SnippetLanguage> = new Map(
  snippetTargets.map(({ target, language }) => [target, language]),
);
const FILES: ReadonlyMap<Language, string> = new Map([
  ...snippetTargets.map(({ target, file }) => [target, file] as const),
  ['har', 'request.har'],
]);

type Snippet = { readonly text: string } | { readonly refusal: string };

function writeSnippet(request: RequestOptions, language: Language, source: SnippetSource | undefined): Snippet {
  try {
    return { text: language === 'har' ? writeHarFile(request, new Date()) : toSnippet(request, language, source) };
  } catch (error) {
    if (error instanceof EndpointError) return { refusal: error.message };
    throw error;
  }
}

function SnippetText({ text, language }: { readonly text: string; readonly language: Language }) {
  const label = `Snippet: ${LABELS[language]}`;
  const highlighted = HIGHLIGHTED.get(language);
  if (highlighted === undefined) return <Code text={text} label={label} />;
  return <SnippetCode text={text} label={label} language={highlighted} />;
}

interface SnippetProps extends Pick<OutputProps, 'reveal' | 'notes'> {
  /** A state without problems. */
  readonly state: BuilderState;
  readonly request: RequestOptions;
  readonly language: Language;
}

/** The request in one language. The copy has its secrets, so that it runs; a file never has any. */
function SnippetView({ state, request, language, reveal, notes }: SnippetProps) {
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
      {'text' in snippet && (
        <DownloadButton
          label={isSecret ? 'Download without secrets' : 'Download'}
          file={FILES.get(language) ?? 'request.txt'}
          type={language === 'har' ? 'application/json' : 'text/plain'}
          write={writeFile}
        />
      )}
      <output className="note">{problem}</output>
      <div className="copyable">
        {'refusal' in shown ? (
          <p className="failure">{shown.refusal}</p>
        ) : (
          <SnippetText text={shown.text} language={language} />
        )}
        {'text' in snippet && <CopyButton text={snippet.text} label="snippet" />}
      </div>
    </>
  );
}

/** The request in other languages. */
export default function Snippets({ state, reveal, notes }: OutputProps) {
  const [language, setLanguage] = useKept('snippet', LANGUAGES, 'endpoint.js');
  const { request } = state;
  return (
    <div className="snippets">
      <Field label="Language">
        {(attributes) => <Select {...attributes} options={LABELS} value={language} onValue={setLanguage} />}
      </Field>
      {request ? (
        <SnippetView state={state} request={request} language={language} reveal={reveal} notes={notes} />
      ) : (
        <p className="empty">The code appears once the request has no problems.</p>
      )}
    </div>
  );
}
