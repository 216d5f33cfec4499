import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { describeCount, getReason } from '../../ui/text.js';
import { Dialog } from '../../ui/Dialog.js';
import { saveFile } from '../../ui/download.js';
import { CODE_INPUT, RemoveButton } from '../../ui/fields.js';
import { FileButton } from '../../ui/FileButton.js';
import { Method } from '../../ui/Method.js';
import { type ReadContent, readExchange, writeExchange } from './file-format.js';
import { searchSaved, type SavedRequest } from './library.js';
import { addRequests, deleteRequest, restoreRequest, useLibrary, type Library } from './store.js';
import './saved.css';

/** `1 request was added.` */
function describeResult(count: number, result: string): string {
  return `${describeCount(count, 'request')} ${count === 1 ? 'was' : 'were'} ${result}`;
}

interface FileActionsProps extends Pick<Library, 'run'> {
  readonly requests: readonly SavedRequest[];
  readonly readContent: ReadContent;
  /** Saves the request of the page. */
  readonly onSave: () => void;
}

/** Saves the current request, imports a file, and exports all requests to one. */
function FileActions({ requests, run, readContent, onSave }: FileActionsProps) {
  /** Sentences about the last import or export. */
  const [report, setReport] = useState<readonly string[]>([]);

  const importFile = async (chosen: File) => {
    setReport([]);
    try {
      const { requests: read, problems } = readExchange(await chosen.text(), readContent);
      const omitted = problems.length === 0 ? [] : [describeResult(problems.length, 'left out:'), ...problems];
      await run(
        'Nothing was saved',
        () => addRequests(read),
        () => setReport([describeResult(read.length, 'added.'), ...omitted]),
      );
    } catch (error) {
      setReport([getReason(error)]);
    }
  };
  const exportAll = () => {
    saveFile('requests.json', new Blob([writeExchange(requests)], { type: 'application/json' }));
    setReport([`${describeCount(requests.length, 'request')} exported, without secrets.`]);
  };

  return (
    <>
      <output className="saved-report scroll">{report.join('\n')}</output>
      <div className="flow">
        <button type="button" className="button" onClick={onSave}>
          Save this request
        </button>
        <FileButton
          label="Import"
          inputLabel="File of saved requests"
          accept=".json,application/json"
          onFile={(chosen) => void importFile(chosen)}
        />
        <button type="button" className="button" disabled={requests.length === 0} onClick={exportAll}>
          Export
        </button>
      </div>
    </>
  );
}

/** Moves the focus to the next or previous request, or from the search to the first one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('.search-input, .saved-open')];
  const index = stops.findIndex((stop) => stop === document.activeElement);
  const next = index === -1 ? undefined : stops[index + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface SavedLineProps {
  readonly request: SavedRequest;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

/** A saved request. */
function SavedLine({ request: { name, route }, onOpen, onRemove }: SavedLineProps) {
  const [method = ''] = /^[A-Z]+(?=\s)/i.exec(route) ?? [];
  return (
    <div className="saved-line flow">
      <button type="button" className="line-button saved-open flow" onClick={onOpen}>
        <span className="saved-name wrap">{name}</span>
        <code className="saved-route muted wrap">
          {method !== '' && <Method name={method} />}
          {route.slice(method.length) || '(no route)'}
        </code>
      </button>
      <RemoveButton label={`Delete ${name}`} onRemove={onRemove} />
    </div>
  );
}

/** More lines would be slow to render; a search or the button shows the others. */
const STEP = 100;

interface SavedListProps extends Pick<Library, 'run'> {
  readonly found: readonly SavedRequest[];
  readonly onOpen: (request: SavedRequest) => void;
}

/** The requests, and one that was just deleted. */
function SavedList({ found, onOpen, run }: SavedListProps) {
  const [shown, setShown] = useState(STEP);
  const [deleted, setDeleted] = useState<SavedRequest>();
  const remove = (request: SavedRequest) =>
    void run(
      `“${request.name}” wasn’t deleted`,
      () => deleteRequest(request),
      () => setDeleted(request),
    );
  const restore = (request: SavedRequest) =>
    void run(
      `“${request.name}” wasn’t restored`,
      () => restoreRequest(request),
      () => setDeleted(undefined),
    );
  return (
    <>
      {deleted && (
        <p className="flow">
          <output>“{deleted.name}” was deleted.</output>
          <button type="button" className="button" onClick={() => restore(deleted)}>
            Undo
          </button>
        </p>
      )}
      <div className="results scroll">
        {found.slice(0, shown).map((request) => (
          <SavedLine
            key={request.id}
            request={request}
            onOpen={() => onOpen(request)}
            onRemove={() => remove(request)}
          />
        ))}
        {found.length > shown && (
          <button type="button" className="button button-quiet" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, found.length - shown)} more
          </button>
        )}
      </div>
    </>
  );
}

const EMPTY = (
  <p className="empty">
    None yet. Save a request under a name to find it here again; it stays on this device. Import reads a file that this
    page exported.
  </p>
);

interface SavedDialogProps {
  readonly readContent: ReadContent;
  readonly onOpen: (request: SavedRequest) => void;
  readonly onSave: () => void;
  readonly onClosed: () => void;
}

/** The saved requests: search, open, delete, import and export. */
export default function SavedDialog({ readContent, onOpen, onSave, onClosed }: SavedDialogProps) {
  const { requests, isLoading, problem, run } = useLibrary();
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const found = useMemo(() => searchSaved(requests, deferred), [requests, deferred]);
  const list = (close: () => void) => {
    const closeThen = (act: () => void) => {
      close();
      act();
    };
    return (
      // The arrow keys move between the buttons of the list, which Tab reaches too.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div className="search fill" onKeyDown={moveFocus}>
        <input
          className="input search-input"
          aria-label="Search saved requests"
          placeholder="Name, route or value"
          {...CODE_INPUT}
          data-focus-first
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <output className="search-count note">
          {isLoading ? 'Loading …' : describeCount(found.length, 'request')}
        </output>
        {problem !== undefined && (
          <p className="failure" role="alert">
            {problem}
          </p>
        )}
        {!isLoading && requests.length === 0 && EMPTY}
        <SavedList found={found} onOpen={(request) => closeThen(() => onOpen(request))} run={run} />
        <FileActions requests={requests} run={run} readContent={readContent} onSave={() => closeThen(onSave)} />
      </div>
    );
  };
  return (
    <Dialog label="Saved requests" title="Saved requests" className="dialog-search" onClosed={onClosed}>
      {list}
    </Dialog>
  );
}
