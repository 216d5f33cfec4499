import { useMemo } from 'react';
import { Dialog } from '../../../ui/Dialog.js';
import { Method } from '../../../ui/Method.js';
import { SearchList } from '../../../ui/SearchList.js';
import type { PastedRequest, Reading } from './reading.js';
import type { PasteOptions } from './use-paste.js';

/** The URL without its query, whose values would hide the path. */
const shorten = (url: string) => url.replace(/\?[^]*/, '');

interface RequestChoiceProps extends Pick<PasteOptions, 'onSaveAll'> {
  readonly reading: Reading;
  readonly onChoose: (request: PastedRequest, reading: Reading) => void;
  readonly onClosed: () => void;
}

/** Finds the requests of a reading that have all words of a query. */
function createSearch(reading: Reading, onChoose: RequestChoiceProps['onChoose']) {
  const entries = reading.requests.map((request, index) => {
    const { name, folder, method, url } = request;
    const content = (
      <>
        <Method name={method} />{' '}
        <span className="pasted-request wrap">
          {name !== '' && <span>{name}</span>} <code className="note">{shorten(url)}</code>
        </span>
      </>
    );
    return {
      item: {
        key: String(index),
        content,
        section: folder.join(' / ') || reading.kind,
        onChoose: () => onChoose(request, reading),
      },
      text: [...folder, name, method, url].join(' ').toLowerCase(),
    };
  });
  return (query: string) => {
    const words = query.toLowerCase().split(/\s+/);
    return entries.flatMap(({ item, text }) => (words.every((word) => text.includes(word)) ? item : []));
  };
}

/** The requests of a collection, of which one can be loaded into the form. */
export function RequestChoice({ reading, onChoose, onSaveAll, onClosed }: RequestChoiceProps) {
  const { kind, notes } = reading;
  const search = useMemo(() => createSearch(reading, onChoose), [reading, onChoose]);
  return (
    <Dialog label={kind} title={`${kind}: choose a request`} className="dialog-search" onClosed={onClosed}>
      {(close) => (
        <>
          <SearchList
            label="Search requests"
            placeholder="Name, folder, method or URL"
            search={search}
            noun="request"
            close={close}
          />
          <div className="flow">
            {onSaveAll && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  onSaveAll(reading);
                  close();
                }}
              >
                Save all
              </button>
            )}
            <span className="dialog-hint note">
              {[...notes, 'The form takes one request; undo restores the earlier one.'].join(' ')}
            </span>
          </div>
        </>
      )}
    </Dialog>
  );
}
