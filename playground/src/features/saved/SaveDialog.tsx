import { useMemo, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { Field, TextInput } from '../../ui/fields.js';
import { listFolders, reviseSaved, type NewRequest, type SavedRequest } from './library.js';
import { useLibrary } from './use-library.js';
import './saved.css';

interface SaveDialogProps {
  /** The request to save. */
  readonly content: Pick<NewRequest, 'route' | 'content'>;
  /** The saved request that the page shows, perhaps changed; undefined for none. */
  readonly current: SavedRequest | undefined;
  /** Names of secrets, which aren't saved. */
  readonly removed: readonly string[];
  readonly onSaved: (saved: SavedRequest) => void;
  readonly onClosed: () => void;
}

/** A name to begin with: the route without its braces. */
function suggestName(route: string): string {
  return route.replaceAll(/\{[?&#][^}]*\}/g, '').trim() || 'Request';
}

interface FieldsProps {
  readonly name: string;
  readonly folder: string;
  readonly folders: readonly string[];
  readonly onName: (name: string) => void;
  readonly onFolder: (folder: string) => void;
}

function Fields({ name, folder, folders, onName, onFolder }: FieldsProps) {
  return (
    <>
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            data-focus-first
            onFocus={({ currentTarget }) => currentTarget.select()}
            value={name}
            onValue={onName}
          />
        )}
      </Field>
      <Field label="Folder" hint="May be empty. A / separates folders: admin/users.">
        {(control) => (
          <TextInput {...control} suggestions={folders.map((value) => ({ value }))} value={folder} onValue={onFolder} />
        )}
      </Field>
    </>
  );
}

/** Saves the request of the page under a name, or the changes of a saved one. */
export default function SaveDialog({ content, current, removed, onSaved, onClosed }: SaveDialogProps) {
  const { requests, problem, add, revise } = useLibrary();
  const [name, setName] = useState(current?.name ?? suggestName(content.route));
  const [folder, setFolder] = useState(current?.folder ?? '');
  const folders = useMemo(() => listFolders(requests ?? []), [requests]);

  const save = async (isNew: boolean): Promise<SavedRequest | undefined> => {
    const request: NewRequest = { ...content, name: name.trim() || suggestName(content.route), folder };
    if (current === undefined || isNew) {
      const addition = await add([request]);
      // The same request under the same name may be there already.
      return addition?.added[0] ?? addition?.known[0];
    }
    const revised = reviseSaved(current, request);
    return (await revise(revised)) ? revised : undefined;
  };
  const saveAndClose = async (isNew: boolean, close: () => void) => {
    const saved = await save(isNew);
    if (saved === undefined) return;
    close();
    onSaved(saved);
  };

  return (
    <Dialog label="Save request" title="Save request" onClosed={onClosed}>
      {(close) => (
        <form
          className="save"
          onSubmit={(event) => {
            event.preventDefault();
            void saveAndClose(false, close);
          }}
        >
          <Fields name={name} folder={folder} folders={folders} onName={setName} onFolder={setFolder} />
          {removed.length > 0 && <p className="note">Not saved because it may be secret: {removed.join(', ')}.</p>}
          {problem !== undefined && (
            <p className="failure" role="alert">
              {problem}
            </p>
          )}
          <div className="dialog-foot">
            <button type="submit" className="button button-primary">
              {current === undefined ? 'Save' : 'Save changes'}
            </button>
            {current !== undefined && (
              <button type="button" className="button" onClick={() => void saveAndClose(true, close)}>
                Save as new
              </button>
            )}
            <span className="dialog-hint note">On this device only.</span>
          </div>
        </form>
      )}
    </Dialog>
  );
}
