import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { describeCount, getReason } from '../../ui/text.js';
import { Dialog } from '../../ui/Dialog.js';
import { CODE_INPUT } from '../../ui/fields.js';
import { type ReadContent, readExchange, writeExchange, type ReadExchange } from './file-format.js';
import { listFolders, searchSaved, type SavedRequest, type Addition } from './library.js';
import { SavedLine } from './SavedLine.js';
import { useLibrary } from './use-library.js';
import './saved.css';
import { FileButton } from '../../ui/FileButton.js';
import { saveFile } from '../../ui/download.js';

/** The report of an import, each sentence for itself. */
function describeImport({ added, known }: Addition, { problems }: ReadExchange): string[] {
  const requests = (count: number) => `${describeCount(count, 'request')} ${count === 1 ? 'was' : 'were'}`;
  return [
    `${requests(added.length)} added.`,
    ...(known.length > 0 ? [`${requests(known.length)} here already.`] : []),
    ...(problems.length > 0 ? [`${requests(problems.length)} left out:`, ...problems] : []),
  ];
}

interface ExchangeProps {
  readonly library: ReturnType<typeof useLibrary>;
  readonly readContent: ReadContent;
  /** Saves the request of the page. */
  readonly onSave: () => void;
}

const NONE: readonly SavedRequest[] = [];

/** Saves the current request, imports a file, and exports all requests to one. */
function Exchange({ library, readContent, onSave }: ExchangeProps) {
  const requests = library.requests ?? NONE;
  const [report, setReport] = useState<readonly string[]>([]);

  const importFile = async (chosen: File) => {
    try {
      const read = readExchange(await chosen.text(), readContent);
      const addition = await library.add(read.requests);
      setReport(addition === undefined ? [] : describeImport(addition, read));
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
      <output className="saved-report">
        {report.map((sentence, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- sentences may repeat and never change places
          <span key={index}>{sentence}</span>
        ))}
      </output>
      <div className="dialog-foot">
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

/** More lines would be slow to render; a search or the button shows the others. */
const STEP = 100;

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

interface SavedListProps {
  readonly found: readonly SavedRequest[];
  readonly folders: readonly string[];
  readonly onOpen: (request: SavedRequest) => void;
  readonly onRemove: (request: SavedRequest) => void;
  readonly library: ReturnType<typeof useLibrary>;
}

/** The requests by folder. */
function SavedList({ found, folders, onOpen, onRemove, library }: SavedListProps) {
  const [shown, setShown] = useState(STEP);
  return (
    <div className="saved-list">
      {found.slice(0, shown).map((request, index) => (
        <div key={request.id}>
          {request.folder !== found[index - 1]?.folder && request.folder !== '' && (
            <h3 className="search-section">{request.folder}</h3>
          )}
          <SavedLine
            request={request}
            folders={folders}
            onOpen={() => onOpen(request)}
            onRemove={() => onRemove(request)}
            library={library}
          />
        </div>
      ))}
      {found.length > shown && (
        <button type="button" className="button button-quiet" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, found.length - shown)} more
        </button>
      )}
    </div>
  );
}

interface SavedDialogProps {
  readonly readContent: ReadContent;
  readonly onOpen: (request: SavedRequest) => void;
  readonly onSave: () => void;
  readonly onClosed: () => void;
}

const EMPTY = (
  <p className="empty">
    None yet. Save a request under a name to find it here again; it stays on this device. Import reads a file that this
    page exported.
  </p>
);

interface RemovedProps {
  readonly request: SavedRequest;
  readonly onRestore: (request: SavedRequest) => void;
}

/** Restores a request that was just deleted. */
function Removed({ request, onRestore }: RemovedProps) {
  return (
    <p className="saved-removed">
      <output>“{request.name}” was deleted.</output>
      <button type="button" className="button" onClick={() => onRestore(request)}>
        Undo
      </button>
    </p>
  );
}

interface BodyProps extends Omit<SavedDialogProps, 'onClosed'> {
  readonly close: () => void;
}

/** Search, list and actions. */
function Body({ readContent, onOpen, onSave, close }: BodyProps) {
  const library = useLibrary();
  const { requests, problem } = library;
  const [query, setQuery] = useState('');
  const [removed, setRemoved] = useState<SavedRequest>();
  const deferred = useDeferredValue(query);
  const found = useMemo(() => searchSaved(requests ?? [], deferred), [requests, deferred]);
  const folders = useMemo(() => listFolders(requests ?? []), [requests]);
  const onRemove = async (request: SavedRequest) => {
    if (await library.discard(request)) setRemoved(request);
  };
  const restore = async (request: SavedRequest) => {
    if (await library.restore(request)) setRemoved(undefined);
  };
  const closeThen = (act: () => void) => {
    close();
    act();
  };
  return (
    // The arrow keys move between the buttons of the list, which Tab reaches too.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="search" onKeyDown={moveFocus}>
      <input
        className="input search-input"
        aria-label="Search saved requests"
        placeholder="Name, folder, route or value"
        {...CODE_INPUT}
        data-focus-first
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <output className="search-count note">
        {requests === undefined ? 'Loading …' : describeCount(found.length, 'request')}
      </output>
      {removed && <Removed request={removed} onRestore={(request) => void restore(request)} />}
      {problem !== undefined && (
        <p className="failure" role="alert">
          {problem}
        </p>
      )}
      {requests?.length === 0 && EMPTY}
      <SavedList
        found={found}
        folders={folders}
        onOpen={(request) => closeThen(() => onOpen(request))}
        onRemove={(request) => void onRemove(request)}
        library={library}
      />
      <Exchange library={library} readContent={readContent} onSave={() => closeThen(onSave)} />
    </div>
  );
}

/** The saved requests: search, open, rename, move, duplicate, delete, import and export. */
export default function SavedDialog({ onClosed, ...body }: SavedDialogProps) {
  return (
    <Dialog label="Saved requests" title="Saved requests" className="dialog-search" onClosed={onClosed}>
      {(close) => <Body {...body} close={close} />}
    </Dialog>
  );
}
