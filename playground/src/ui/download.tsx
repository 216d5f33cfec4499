import { QuietButton } from './buttons.js';

/** Safari reads the content some time after the click. */
const KEPT_MS = 60_000;

/** Saves a file on the device. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

const ICON = 'M8 2v8M5 7.5 8 10.5l3-3M3 13.5h10';

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
    if (text !== undefined) saveFile(file, new Blob([text], { type }));
  };
  return (
    <QuietButton icon={ICON} title={file} onClick={download}>
      {label}
    </QuietButton>
  );
}
