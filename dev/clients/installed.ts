/** What the tests of example clients share. */
import { afterAll, beforeAll, test } from 'vitest';
import { EXAMPLE_NOT_RUN } from '../setup/programs.mjs';
import type { Answer } from './calls.js';
import { copyExample, type Installed, type Language } from './languages.js';

/** Lists the languages that can run here; each other one is a skipped test, whose name has the reason. */
export async function listAvailable(languages: readonly Language[]): Promise<readonly Language[]> {
  const missing = new Map<Language, string>();
  for (const language of languages) {
    const reason = await language.missing();
    if (reason !== undefined) missing.set(language, reason);
  }
  const names = Array.from(missing, ([{ name }, reason]) => `${name}: ${reason}`);
  // oxlint-disable-next-line vitest/expect-expect -- none of them runs
  test.for(names)(`${EXAMPLE_NOT_RUN}%s`, (_, { skip }) => skip());
  return languages.filter((language) => !missing.has(language));
}

/** Installs an example before the tests of a block; returns a function that gets it. */
export function useExample(language: Language): () => Installed {
  let example: Installed;
  beforeAll(async () => {
    example = copyExample(language);
    const { failure, output } = await example.runBlock(0);
    if (failure !== undefined) throw new Error(`Installing ${language.name} ${failure}:\n${output}`);
  });
  afterAll(() => example.remove());
  return () => example;
}

/** Reads the lines that an example prints. */
export const readAnswers = (stdout: string): Answer[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
