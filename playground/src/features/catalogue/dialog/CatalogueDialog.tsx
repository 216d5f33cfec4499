import { useDeferredValue, useMemo, useState, type ClipboardEvent, useId, type FormEvent } from 'react';
import { Elapsed } from '../../../ui/Elapsed.js';
import { Dialog } from '../../../ui/Dialog.js';
import { Method } from '../../../ui/Method.js';
import { SearchBox, type SearchItem } from '../../../ui/SearchList.js';
import type { Operation } from '../catalogue.js';
import { askLibrary } from '../library/library.js';
import type { Hit, DocumentInfo, Shelf } from '../library/messages.js';
import type { DocumentSource } from '../reading/read-document.js';
import { looksLikeOpenApi } from '../sniff.js';
import { cancel, change, load, useHits, useLibrary } from './use-library.js';
import { TextInput, Select } from '../../../ui/fields.js';
import { FileButton } from '../../../ui/FileButton.js';
import { describeCount } from '../../../ui/text.js';

const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function describe({ title, version, count }: DocumentInfo): string {
  return `${title}${version === '' ? '' : ` ${version}`} (${describeCount(count, 'route')})`;
}

/** Chooses the document to search, describes it, and removes it. */
function Documents({ shelf: { documents, chosen } }: { readonly shelf: Shelf }) {
  const document = documents.find(({ id }) => id === chosen);
  if (document === undefined || documents.length === 1) return null;
  const { at, name, size, kept, warnings } = document;
  return (
    <div className="catalogue-documents">
      <div className="catalogue-choice tight">
        <Select
          aria-label="Document"
          options={Object.fromEntries(documents.map((each) => [each.id, describe(each)]))}
          value={chosen}
          onValue={(id) => void change('choose', id)}
        />
        {at > 0 && (
          <button type="button" className="button" onClick={() => void change('remove', chosen)}>
            Remove
          </button>
        )}
      </div>
      {at > 0 && (
        <p className="field-hint note wrap">
          {name}, {formatSize(size)}, added <time dateTime={new Date(at).toISOString()}>{DATES.format(at)}</time>.
          {!kept && ' This browser doesn’t let the page keep it: it is gone when the page closes.'}
        </p>
      )}
      {warnings.length > 0 && (
        <details className="catalogue-warnings note wrap">
          <summary>{describeCount(warnings.length, 'part')} of it can’t be used</summary>
          {warnings.some((warning) => warning.endsWith('was not read.')) && (
            <p>References to other files aren’t followed: bundle the document into one file.</p>
          )}
          <ul>
            {warnings.map((warning, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- warnings may repeat and never change places
              <li key={index}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Adds a document to the library: from a file, or from an address. */
function AddDocument() {
  const [address, setAddress] = useState('');
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void load({ kind: 'url', url: address });
  };
  return (
    <div className="flow">
      <FileButton
        label="Load a file …"
        inputLabel="OpenAPI file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onFile={(file) => void load({ kind: 'file', file })}
      />
      <form className="catalogue-address tight" onSubmit={onSubmit}>
        <TextInput
          inputMode="url"
          required
          aria-label="Address of an OpenAPI document"
          aria-describedby={id}
          placeholder="https://…/openapi.json"
          value={address}
          onValue={setAddress}
        />
        <button type="submit" className="button">
          Fetch
        </button>
      </form>
      <p className="catalogue-hint note" id={id}>
        OpenAPI 3 or Swagger 2, JSON or YAML; or paste its text here. It stays on this device.
      </p>
    </div>
  );
}

function Route({ hit: { method, path, summary, deprecated } }: { readonly hit: Hit }) {
  return (
    <>
      <Method name={method} />{' '}
      <span className="catalogue-route wrap">
        <code>{path}</code>{' '}
        <span className="note">
          {summary}
          {deprecated && <span className="tag tag-required"> deprecated</span>}
        </span>
      </span>
    </>
  );
}

interface CatalogueDialogProps {
  /** A document to load at once. */
  readonly source: DocumentSource | undefined;
  /** The dialog is closed by then, so a failure is the caller's to report. */
  readonly onChoose: (operation: Promise<Operation>) => void;
  readonly onClosed: () => void;
}

/** A search over all routes of an API; choosing one fills the form. */
export default function CatalogueDialog({ source, onChoose, onClosed }: CatalogueDialogProps) {
  const { shelf, problem, startedAt } = useLibrary(source);
  const [query, setQuery] = useState('');
  const id = shelf?.chosen;
  const found = useHits(id, useDeferredValue(query));
  const results = useMemo(
    () =>
      found && {
        ...found,
        items: found.hits.map((hit): SearchItem => ({
          key: `${found.id} ${hit.index}`,
          content: <Route hit={hit} />,
          onChoose: () => onChoose(askLibrary('operation', { id: found.id, index: hit.index })),
        })),
      },
    [found, onChoose],
  );
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!looksLikeOpenApi(text)) return;
    event.preventDefault();
    void load({ kind: 'text', text });
  };
  const title = shelf?.documents.find((document) => document.id === id)?.title ?? 'Catalogue';
  return (
    <Dialog label="Catalogue" title={title} className="dialog-search" onClosed={onClosed}>
      {(close) => (
        <div className="fill" onPaste={onPaste}>
          {problem !== undefined && (
            <p className="failure" role="alert">
              {problem}
            </p>
          )}
          {startedAt !== undefined && (
            <p className="catalogue-progress flow tight wrap">
              <output>Reading the document …</output>
              <Elapsed startedAt={startedAt} onCancel={cancel} />
            </p>
          )}
          {shelf && <Documents shelf={shelf} />}
          {results === undefined && problem === undefined && <p className="empty">Loading the catalogue …</p>}
          {results && (
            <SearchBox
              label="Search routes"
              placeholder="Words, a method or a path"
              noun="route"
              close={close}
              query={query}
              onQuery={setQuery}
              results={results}
            />
          )}
          <AddDocument />
        </div>
      )}
    </Dialog>
  );
}
