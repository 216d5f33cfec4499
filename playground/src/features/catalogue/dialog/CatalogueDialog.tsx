import { useDeferredValue, useMemo, useState, type ClipboardEvent } from 'react';
import { Elapsed } from '../../../ui/Elapsed.js';
import { Dialog } from '../../../ui/Dialog.js';
import { SearchBox, type SearchItem, type SearchResults } from '../../../ui/SearchList.js';
import type { Operation } from '../catalogue.js';
import { askLibrary } from '../library/library.js';
import type { Hit } from '../library/messages.js';
import type { DocumentSource } from '../reading/read-document.js';
import { looksLikeOpenApi } from '../sniff.js';
import { AddDocument } from './AddDocument.js';
import { Documents } from './Documents.js';
import { useHits, useLibrary } from './use-library.js';
import './dialog.css';

function Route({ hit: { method, path, summary, deprecated } }: { readonly hit: Hit }) {
  return (
    <>
      <b className="method" data-method={method.toLowerCase()}>
        {method}
      </b>{' '}
      <span className="catalogue-route">
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

/** The hits of a query, as items to choose. */
function useResults(
  id: string | undefined,
  query: string,
  onProblem: (problem: string) => void,
  onChoose: CatalogueDialogProps['onChoose'],
): SearchResults | undefined {
  const found = useHits(id, useDeferredValue(query), onProblem);
  return useMemo(() => {
    if (found === undefined) return undefined;
    const items = found.hits.map((hit): SearchItem => ({
      key: `${found.id} ${hit.index}`,
      content: <Route hit={hit} />,
      onChoose: () => onChoose(askLibrary('operation', { id: found.id, index: hit.index })),
    }));
    return { query: found.query, items, count: found.count };
  }, [found, onChoose]);
}

/** A search over all routes of an API; choosing one fills the form. */
export default function CatalogueDialog({ source, onChoose, onClosed }: CatalogueDialogProps) {
  const { shelf, problem, setProblem, progress, running, load, cancel, change } = useLibrary(source);
  const [query, setQuery] = useState('');
  const id = shelf?.chosen;
  const results = useResults(id, query, setProblem, onChoose);
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
        <div className="catalogue" onPaste={onPaste}>
          {problem !== undefined && (
            <p className="failure" role="alert">
              {problem}
            </p>
          )}
          {running && (
            <p className="catalogue-progress">
              <output>{progress || 'Starting …'}</output>
              <Elapsed startedAt={running.startedAt} onCancel={cancel} />
            </p>
          )}
          {shelf && (
            <Documents
              shelf={shelf}
              onChoose={(chosen) => void change('choose', { id: chosen })}
              onRemove={(removed) => void change('remove', { id: removed })}
            />
          )}
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
          <AddDocument onSource={(next) => void load(next)} />
        </div>
      )}
    </Dialog>
  );
}
