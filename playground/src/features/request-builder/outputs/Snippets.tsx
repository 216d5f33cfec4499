import { EndpointError, type RequestOptions } from 'endpoint.js';
import {
  snippetTargets,
  toSnippet,
  type SnippetLanguage,
  type SnippetSource,
  type SnippetTarget,
} from 'endpoint.js/snippets';
import { useEffect, useMemo, useState } from 'react';
import { Code, type Tokenize } from '../../../ui/Code.js';
import type * as highlighting from './highlight-code.js';
import { Field, Select } from '../../../ui/fields.js';
import { CopyButton } from '../../../ui/buttons.js';
import { revealAuth, type BuilderState } from '../model/build.js';
import { DownloadButton } from '../../../ui/download.js';
import { buildConcealed } from '../model/conceal.js';
import { hasSecrets, withMasks } from '../../../secrets/secrets.js';
import { writeHarFile } from './har-file.js';
import type { ParameterNotes } from '../inputs/notes.js';
import type { OutputProps } from './output.js';
import { optionsFromJson } from 'endpoint.js/json';
import { mergeAuth } from '../model/auth.js';
import { chooseVendor } from '../model/explain-form.js';
import { EMPTY_FORM } from '../model/form.js';
import { readOptions, type OptionsObject } from '../model/options.js';
import { load, save } from '../../../storage/device.js';

/** Name in the device's storage, of the language that was chosen last. */
const SNIPPET = 'snippet';

/** The part of a state that its snippets come from. */
type SnippetState = Pick<BuilderState, 'form' | 'auth'>;

/** The notes of all options, by name. */
const listTypes = (notes: ParameterNotes) =>
  Object.fromEntries(
    [...notes]
      .filter(([key]) => !key.startsWith('header '))
      .map(([key, note]) => [key.slice(key.indexOf(' ') + 1), note]),
  );

/** The inputs of a request, for the snippet that builds it. */
function createSource(
  { form, auth }: SnippetState,
  notes: ParameterNotes | undefined,
  mask = (options: OptionsObject) => options,
): SnippetSource {
  const vendor = chooseVendor(form) ?? '';
  const baseUrl = form.baseUrl.trim();
  const hasSettings = vendor !== EMPTY_FORM.vendor || baseUrl !== EMPTY_FORM.baseUrl;
  return {
    route: form.route.trim(),
    options: optionsFromJson(JSON.stringify(mask(mergeAuth(readOptions(form).options, auth.options)))),
    ...(hasSettings && { settings: { ...(vendor !== '' && { vendor }), baseUrl } }),
    ...(notes && { types: listTypes(notes) }),
  };
}

type Language = SnippetTarget | 'har';

/** All languages, in the order of the menu. */
const TARGETS = Object.fromEntries([
  ...snippetTargets.map((info) => [info.target, info]),
  ['har', { label: 'HAR (HTTP archive)', file: 'request.har' }],
]) as Readonly<
  Record<Language, { readonly label: string; readonly file: string; readonly language?: SnippetLanguage }>
>;
const LANGUAGES = Object.keys(TARGETS) as readonly Language[];
const LABELS = Object.fromEntries(LANGUAGES.map((name) => [name, TARGETS[name].label])) as Readonly<
  Record<Language, string>
>;

type Snippet = { readonly text: string } | { readonly refusal: string };

function writeSnippet(request: RequestOptions, language: Language, source: SnippetSource | undefined): Snippet {
  try {
    return { text: language === 'har' ? writeHarFile(request, new Date()) : toSnippet(request, language, source) };
  } catch (error) {
    if (error instanceof EndpointError) return { refusal: error.message };
    throw error;
  }
}

const plain: Tokenize = () => undefined;

/** Colours code of a language once the highlighter has loaded; without a language it is JSON. */
function useTokenize(language: SnippetLanguage | undefined): Tokenize | undefined {
  const [highlighter, setHighlighter] = useState<typeof highlighting>();
  useEffect(() => {
    import('./highlight-code.js').then(setHighlighter, (error: unknown) =>
      // The code is shown without colours.
      console.info('The highlighter could not be loaded.', error),
    );
  }, []);
  return useMemo(() => {
    if (language === undefined) return undefined;
    return highlighter === undefined ? plain : (text) => highlighter.tokenizeCode(text, language);
  }, [highlighter, language]);
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
  const { label, file, language: highlighted } = TARGETS[language];
  const tokenize = useTokenize(highlighted);
  const writeFile = (): string | undefined => {
    const concealed = buildConcealed(state);
    const written = concealed
      ? writeSnippet(concealed.request, language, createSource(concealed, notes))
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
          file={file}
          type={language === 'har' ? 'application/json' : 'text/plain'}
          write={writeFile}
        />
      )}
      <output className="note">{problem}</output>
      <div className="copyable">
        {'refusal' in shown ? (
          <p className="failure">{shown.refusal}</p>
        ) : (
          <Code text={shown.text} label={`Snippet: ${label}`} tokenize={tokenize} />
        )}
        {'text' in snippet && <CopyButton text={snippet.text} label="snippet" />}
      </div>
    </>
  );
}

/** The request in other languages. */
export default function Snippets({ state, reveal, notes }: OutputProps) {
  const [language, setLanguage] = useState(() => LANGUAGES.find((each) => each === load(SNIPPET)) ?? 'endpoint.js');
  const { request } = state;
  return (
    <div className="snippets">
      <Field label="Language">
        {(attributes) => (
          <Select
            {...attributes}
            options={LABELS}
            value={language}
            onValue={(chosen) => {
              setLanguage(chosen);
              save(SNIPPET, chosen);
            }}
          />
        )}
      </Field>
      {request ? (
        <SnippetView state={state} request={request} language={language} reveal={reveal} notes={notes} />
      ) : (
        <p className="empty">The code appears once the request has no problems.</p>
      )}
    </div>
  );
}
