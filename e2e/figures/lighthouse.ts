import { importFull } from '../../dev/full/packages.mjs';
import { launchBrowser } from './browser.js';

export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  /** Audits that cost points, with their results. */
  readonly faults: readonly string[];
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** The part of `lighthouse` in use; the package is installed for `npm run test:full` only. */
interface Lighthouse {
  readonly default: (
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
  ) => Promise<{ lhr: { categories: Record<string, Category>; audits: Record<string, Audit> } } | undefined>;
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { id: string; weight: number }[];
}
interface Audit {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
}

/** Lighthouse's scores of a page, 0 to 100, as on a phone. */
export async function lighthouseScores(url: string, port: number): Promise<Scores> {
  const { default: lighthouse } = (await importFull('lighthouse')) as Lighthouse;
  const browser = await launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: 'error' });
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    const { categories, audits } = result.lhr;
    const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
    const faults = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      faults,
    };
  } finally {
    await browser.close();
  }
}
