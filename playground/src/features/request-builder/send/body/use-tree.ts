import { useCallback, useEffect, useState } from 'react';
import type { Lines } from './questions.js';
import type { BodyWorker } from './worker.js';
import { getReason } from '../../../../ui/text.js';

/** Lines that are fetched beyond those in sight. */
const AROUND = 30;
/** Lines in sight at most. */
export const MAX_VISIBLE = 26;

/** The lines of a tree in a worker, and the active one of them. */
export interface Tree {
  readonly length: number;
  readonly active: number;
  /** The lines around those in sight; the earlier ones until they arrive. */
  readonly lines: Lines | undefined;
  /** The worker's failure. */
  readonly failure: string | undefined;
  /** Reports a failure of the worker elsewhere. */
  readonly report: (error: unknown) => void;
  readonly activate: (line: number) => void;
  /** Folds or unfolds a line, and activates it. */
  readonly toggle: (line: number) => void;
  /** Activates a line of a tree that has `length` lines now. */
  readonly show: (line: number, length: number) => void;
}

/** A tree in a worker, of which the lines from `first` on are in sight. */
export function useTree(worker: BodyWorker, initial: number, findFirst: (length: number) => number): Tree {
  const [shape, setShape] = useState({ length: initial, version: 0 });
  const [active, setActive] = useState(0);
  const [lines, setLines] = useState<Lines>();
  const [failure, setFailure] = useState<string>();
  const { length, version } = shape;
  // Scrolling by a line or two needs no new ones.
  const block = Math.floor(findFirst(length) / AROUND) * AROUND;
  const report = useCallback((error: unknown) => setFailure(getReason(error)), []);

  useEffect(() => {
    let ended = false;
    const fetchLines = async () => {
      try {
        const range = { start: Math.max(0, block - AROUND), end: block + MAX_VISIBLE + 2 * AROUND };
        const answer = await worker.ask('lines', range);
        if (!ended) setLines(answer);
      } catch (error) {
        if (!ended) report(error);
      }
    };
    void fetchLines();
    return () => {
      ended = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each version of the tree has other lines
  }, [worker, block, version, report]);

  const show = useCallback((line: number, shown: number) => {
    setShape(({ version: before }) => ({ length: shown, version: before + 1 }));
    setActive(line);
  }, []);
  const toggle = useCallback(
    (line: number) => {
      const ask = async () => {
        try {
          show(line, (await worker.ask('toggle', { index: line })).length);
        } catch (error) {
          report(error);
        }
      };
      void ask();
    },
    [worker, show, report],
  );
  return { length, active, lines, failure, report, activate: setActive, toggle, show };
}

/** The line that a key leads to, by the ARIA tree pattern; undefined for another key. */
export function findTarget(key: string, { active, length, lines }: Tree): number | undefined {
  const start = lines?.start ?? 0;
  const row = lines?.rows[active - start];
  const above = lines?.rows.slice(0, active - start).findLastIndex(({ depth }) => depth < (row?.depth ?? 0)) ?? -1;
  const target = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + MAX_VISIBLE,
    PageUp: active - MAX_VISIBLE,
    Home: 0,
    End: length - 1,
    ArrowRight: row?.open === true ? active + 1 : active,
    ArrowLeft: above === -1 ? active : start + above,
  }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(length - 1, target));
}

/** Whether a key folds or unfolds the active line. */
export function isToggle(key: string, { active, lines }: Tree): boolean {
  const open = lines?.rows[active - lines.start]?.open;
  if (open === undefined) return false;
  return key === 'Enter' || key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight');
}
