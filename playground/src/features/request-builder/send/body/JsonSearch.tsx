import { useState } from 'react';
import { TextInput } from '../../../../ui/fields.js';
import type { BodyWorker } from './worker.js';

interface JsonSearchProps {
  readonly worker: BodyWorker;
  /** Called with the line of a match, and the number of lines after it was unfolded. */
  readonly onShow: (line: number, length: number) => void;
  /** Called with the worker's failure. */
  readonly onFailure: (error: unknown) => void;
}

/** Finds a text in the keys and values of a tree, also in its folded parts. */
export function JsonSearch({ worker, onShow, onFailure }: JsonSearchProps) {
  const [text, setText] = useState('');
  const [match, setMatch] = useState(0);
  const [found, setFound] = useState({ text: '', count: 0, more: false });
  const goTo = async (next: number, count: number) => {
    if (count === 0) return;
    const chosen = (next + count) % count;
    setMatch(chosen);
    const { line, length } = await worker.ask('reveal', { match: chosen });
    onShow(line, length);
  };
  const search = async () => {
    const answer = await worker.ask('search', { text });
    setFound({ text, ...answer });
    await goTo(0, answer.count);
  };
  const step = async (direction: number) => {
    try {
      await (found.text === text ? goTo(match + direction, found.count) : search());
    } catch (error) {
      onFailure(error);
    }
  };
  const current = found.text === text && text !== '';
  const most = found.more ? `${found.count.toLocaleString('en')} or more` : String(found.count);
  return (
    <div className="json-search">
      <TextInput
        aria-label="Search in the body"
        placeholder="Search, then Enter"
        value={text}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void step(event.shiftKey ? -1 : 1);
        }}
      />
      <output className="note">{current && (found.count === 0 ? 'Not found' : `${match + 1} of ${most}`)}</output>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => void step(-1)}>
        Previous
      </button>
      <button type="button" className="button button-quiet" disabled={text === ''} onClick={() => void step(1)}>
        Next
      </button>
    </div>
  );
}
