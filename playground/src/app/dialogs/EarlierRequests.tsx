import { useCallback, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { SearchList, type SearchItem } from '../../ui/SearchList.js';
import type { Document } from '../document/document.js';
import { forgetRequests, loadRequests } from '../document/storage.js';

const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

interface EarlierRequestsProps {
  readonly base: Document;
  readonly onChoose: (document: Document) => void;
  readonly onClosed: () => void;
}

/** Earlier requests on this device. */
export default function EarlierRequests({ base, onChoose, onClosed }: EarlierRequestsProps) {
  const [entries, setEntries] = useState(() => loadRequests(base));
  const search = useCallback(
    (query: string) =>
      entries
        .filter(({ route }) => route.toLowerCase().includes(query.trim().toLowerCase()))
        .map(({ at, route, document }): SearchItem => ({
          key: String(at),
          onChoose: () => onChoose(document),
          content: (
            <>
              <code className="history-route">{route || '(no route)'}</code>
              <time className="note" dateTime={new Date(at).toISOString()}>
                {TIMES.format(at)}
              </time>
            </>
          ),
        })),
    [entries, onChoose],
  );
  const forget = () => {
    forgetRequests();
    setEntries([]);
  };
  return (
    <Dialog label="Earlier requests" title="Earlier requests" className="dialog-search" onClosed={onClosed}>
      {(close) =>
        entries.length === 0 ? (
          <p className="empty">
            None yet. A request is kept here, on this device only, when you share it or replace it with another.
          </p>
        ) : (
          <>
            <SearchList
              label="Search earlier requests"
              placeholder="Part of a route"
              search={search}
              counted="requests"
              close={close}
            />
            <div className="dialog-foot">
              <button type="button" className="button" onClick={forget}>
                Forget all
              </button>
              <span className="dialog-hint note">On this device only, without secrets.</span>
            </div>
          </>
        )
      }
    </Dialog>
  );
}
