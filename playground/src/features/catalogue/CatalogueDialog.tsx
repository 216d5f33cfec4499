import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { SearchList, type SearchItem } from '../../ui/SearchList.js';
import { readDocumentFile } from './openapi.js';
import { githubCatalogue } from './github.js';
import { searchOperations, type Catalogue, type Operation } from './catalogue.js';

function Route({ operation: { method, path, summary } }: { readonly operation: Operation }) {
  return (
    <>
      <b className="method" data-method={method.toLowerCase()}>
        {method}
      </b>{' '}
      <span className="catalogue-route">
        <code>{path}</code> <span className="note">{summary}</span>
      </span>
    </>
  );
}

const getReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The catalogue to search: a document from a file, or GitHub's. */
function useCatalogue(loaded: Catalogue | undefined) {
  const [github, setGithub] = useState<Catalogue>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (loaded !== undefined) return undefined;
    let isCurrent = true;
    githubCatalogue().then(
      (catalogue) => isCurrent && setGithub(catalogue),
      (error: unknown) => isCurrent && setProblem(`The catalogue could not be loaded: ${getReason(error)}`),
    );
    return () => {
      isCurrent = false;
    };
  }, [loaded]);
  return { catalogue: loaded ?? github, problem, setProblem };
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) onFile(file);
    // The same file can be chosen again after a fix.
    event.target.value = '';
  };
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        Load an OpenAPI file …
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="OpenAPI file"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onChange={onChange}
      />
    </>
  );
}

interface CatalogueDialogProps {
  /** A document from a file; undefined for GitHub's catalogue. */
  readonly loaded: Catalogue | undefined;
  readonly onLoad: (catalogue: Catalogue | undefined) => void;
  readonly onChoose: (operation: Operation, catalogue: Catalogue) => void;
  readonly onClosed: () => void;
}

/** A search over all routes of an API; choosing one fills the form. */
export default function CatalogueDialog({ loaded, onLoad, onChoose, onClosed }: CatalogueDialogProps) {
  const { catalogue, problem, setProblem } = useCatalogue(loaded);
  const search = useCallback(
    (query: string): SearchItem[] =>
      catalogue === undefined
        ? []
        : searchOperations(catalogue.operations, query).map((operation, index) => ({
            key: `${index} ${operation.method} ${operation.path}`,
            content: <Route operation={operation} />,
            onChoose: () => onChoose(operation, catalogue),
          })),
    [catalogue, onChoose],
  );
  const load = async (file: File) => {
    try {
      onLoad(await readDocumentFile(file));
      setProblem(undefined);
    } catch (error) {
      setProblem(getReason(error));
    }
  };
  return (
    <Dialog label="Catalogue" title={catalogue?.title ?? 'Catalogue'} className="dialog-search" onClosed={onClosed}>
      {(close) => (
        <>
          {problem !== undefined && (
            <p className="failure" role="alert">
              {problem}
            </p>
          )}
          {catalogue === undefined && problem === undefined && <p className="empty">Loading the catalogue …</p>}
          {catalogue && (
            <SearchList
              label="Search routes"
              placeholder="issues, GET /repos, /orgs/{org} …"
              search={search}
              counted="routes"
              close={close}
            />
          )}
          <div className="dialog-foot">
            <FileButton onFile={(file) => void load(file)} />
            {loaded && (
              <button type="button" className="button button-quiet" onClick={() => onLoad(undefined)}>
                Back to GitHub’s
              </button>
            )}
            <span className="dialog-hint note">OpenAPI 3 or Swagger 2, JSON or YAML. It stays on this device.</span>
          </div>
        </>
      )}
    </Dialog>
  );
}
