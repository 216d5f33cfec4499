import { Sentence } from '../../../ui/Sentence.js';

/** The reason why a row needs a value, though the request can be built without it. */
export function MissingText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className="row-missing" id={id}>
      <Sentence text={text} />
    </p>
  );
}
