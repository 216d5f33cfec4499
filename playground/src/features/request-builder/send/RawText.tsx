import { useEffect, useState } from 'react';
import { LongText } from '../../../ui/Code.js';

/** A body as it was received, as text. */
export function RawText({ body }: { readonly body: Blob }) {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let ended = false;
    const read = async () => {
      const whole = await body.text();
      if (!ended) setText(whole);
    };
    void read();
    return () => {
      ended = true;
    };
  }, [body]);
  return text === undefined ? <p className="empty">Reading the body …</p> : <LongText text={text} label="Raw body" />;
}
