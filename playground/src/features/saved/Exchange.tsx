import { useState } from 'react';
import { describeCount, getReason } from '../../ui/text.js';
import { FileButton } from '../../ui/FileButton.js';
import { saveFile } from '../../ui/save-file.js';
import { readExchange, writeExchange, type ReadContent, type ReadExchange } from './file-format.js';
import type { Addition, SavedRequest } from './library.js';
import type { useLibrary } from './use-library.js';

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
export function Exchange({ library, readContent, onSave }: ExchangeProps) {
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
