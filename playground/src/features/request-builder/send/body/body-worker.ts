/** Reads bodies outside of the page's thread: parsing 10 MB would stop it for a tenth of a second. */
import type { Question, QuestionName, Questions, WorkerAnswer } from './questions.js';
import { decode } from './decode.js';
import { findJsonMistake, type JsonMistake } from './json-mistake.js';
import { JsonTree, MAX_MATCHES, parseTree, type JsonNode } from './tree.js';
import { getReason } from '../../../../ui/text.js';

let tree: JsonTree | undefined;
let matches: ReturnType<JsonTree['search']> = [];

/** The value of a JSON text; the mistake of any other text. */
function readTree(text: string): JsonNode | JsonMistake {
  try {
    return parseTree(text);
  } catch (error) {
    const mistake = error instanceof SyntaxError ? findJsonMistake(text) : undefined;
    if (mistake === undefined) throw error;
    return mistake;
  }
}

function requireTree(): JsonTree {
  if (tree === undefined) throw new Error('No body is open.');
  return tree;
}

type Answers = {
  readonly [Name in QuestionName]: (
    ask: Questions[Name]['ask'],
  ) => Questions[Name]['answer'] | Promise<Questions[Name]['answer']>;
};

const ANSWERS: Answers = {
  async open({ body, charset }) {
    const root = readTree(await decode(body, charset));
    matches = [];
    tree = undefined;
    if (typeof root === 'string') return undefined;
    if ('reason' in root) return { mistake: root };
    tree = new JsonTree(root);
    tree.unfoldSmall();
    return { length: tree.length };
  },
  lines({ start, end }) {
    return { start, rows: requireTree().rows(start, end) };
  },
  toggle({ index }) {
    requireTree().toggle(index);
    return { length: requireTree().length };
  },
  search({ text }) {
    matches = text === '' ? [] : requireTree().search(text);
    return { count: matches.length, more: matches.length === MAX_MATCHES };
  },
  reveal({ match }) {
    const line = requireTree().reveal(matches[match] ?? []);
    return { length: requireTree().length, line };
  },
};

async function answer<Name extends QuestionName>({ id, name, ask }: Question<Name>): Promise<WorkerAnswer> {
  try {
    return { id, answer: await ANSWERS[name](ask) };
  } catch (error) {
    return { id, failure: getReason(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  void answer(data).then((reply) => postMessage(reply));
});
