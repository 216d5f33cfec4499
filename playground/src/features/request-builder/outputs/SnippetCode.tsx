import type { SnippetLanguage } from 'endpoint.js/snippets';
import { useEffect, useMemo, useState } from 'react';
import { Code, type Tokenize } from '../../../ui/Code.js';
import type * as highlighting from './highlight-code.js';

const plain: Tokenize = () => undefined;

/** Colours code of a language once the highlighter has loaded. */
function useTokenize(language: SnippetLanguage): Tokenize {
  const [highlighter, setHighlighter] = useState<typeof highlighting>();
  useEffect(() => {
    import('./highlight-code.js').then(setHighlighter, (error: unknown) =>
      // The code is shown without colours.
      console.info('The highlighter could not be loaded.', error),
    );
  }, []);
  return useMemo(
    () => (highlighter === undefined ? plain : (text) => highlighter.tokenizeCode(text, language)),
    [highlighter, language],
  );
}

interface SnippetCodeProps {
  readonly text: string;
  readonly label: string;
  readonly language: SnippetLanguage;
}

/** A snippet in colours. */
export function SnippetCode({ language, ...code }: SnippetCodeProps) {
  return <Code {...code} tokenize={useTokenize(language)} />;
}
