import type { Explanation, Fix, UrlRun } from 'endpoint.js/explain';

/** A part of the url with one source. */
export interface Part {
  readonly text: string;
  /** A class of its colour. */
  readonly kind: string;
  readonly sentence: string;
}

/** A problem or a warning. */
export interface Remark {
  readonly tone: 'error' | 'warning';
  readonly code: string;
  readonly sentence: string;
  readonly fix: Fix | undefined;
}

/** What the page shows of an explanation. */
export interface Shown {
  readonly method: string;
  readonly parts: readonly Part[];
  readonly remarks: readonly Remark[];
  /** The index of the part whose reason is shown at first: one that was encoded or joined, else the last value. */
  readonly first: number;
}

const kindOf = ({ source }: UrlRun): string => ('role' in source ? `url-${source.role}` : `url-${source.kind}`);

/** A value that isn't written as it was given teaches the most. */
function chooseFirst(parts: readonly Part[]): number {
  const values = parts.flatMap(({ kind, text }, index) => (kind === 'url-value' ? [{ text, index }] : []));
  return (values.find(({ text }) => /%/.test(text)) ?? values.at(-1))?.index ?? Math.max(0, parts.length - 1);
}

/** Reads what the page shows from an explanation. */
export function readExplanation(explanation: Explanation): Shown {
  const { problem, warnings, tokens, request } = explanation;
  const parts = explanation.url.map((run) => ({ text: run.text, kind: kindOf(run), sentence: run.sentence }));
  const remark = (tone: Remark['tone'], { code, sentence, fix }: Omit<Remark, 'tone'>): Remark => ({
    tone,
    code,
    sentence,
    fix,
  });
  return {
    method: (request?.method ?? tokens.find(({ kind }) => kind === 'method')?.text ?? '').toUpperCase(),
    parts,
    remarks: [
      ...(problem === undefined ? [] : [remark('error', problem)]),
      ...warnings.map((warning) => remark('warning', warning)),
    ],
    first: chooseFirst(parts),
  };
}

/** Finds the part that an arrow key leads to from another; undefined for any other key. */
export function moveByKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, from + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Separates a sentence at its backticks: every second text is code. */
export const splitCode = (sentence: string): readonly string[] => sentence.split('`');
