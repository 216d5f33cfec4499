import { QuietButton } from './buttons.js';

const ICON = 'M8 2v8M5 7.5 8 10.5l3-3M3 13.5h10';
/** Safari reads the text some time after the click. */
const KEPT_MS = 60_000;

/** Saves a text as a file on the device. */
function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

interface DownloadButtonProps {
  readonly label: string;
  readonly file: string;
  /** The media type of the file. */
  readonly type: string;
  /** Writes the file's content; undefined for no file. */
  readonly write: () => string | undefined;
}

/** Downloads a text under a name. */
export function DownloadButton({ label, file, type, write }: DownloadButtonProps) {
  const download = () => {
    const text = write();
    if (text !== undefined) saveFile(file, text, type);
  };
  return (
    <QuietButton icon={ICON} title={file} onClick={download}>
      {label}
    </QuietButton>
  );
}
