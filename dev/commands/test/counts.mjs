/**
 * Counts the tests in the JSON reports of Vitest and Playwright.
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed including tests that were skipped, could not be loaded, or passed only when repeated
 * @property {string[]} notes phrases that explain the figures
 */

/**
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, message?: string, assertionResults: { status: string, fullName: string }[] }[]} testResults
 */

/**
 * @typedef {object} CountOptions
 * @property {boolean} maySkip whether a skipped test is no failure
 */

/**
 * @param {VitestReport} report
 * @param {CountOptions} options
 * @returns {Counts}
 */
export function countVitest(report, { maySkip }) {
  const notes = [];
  const skipped = report.numPendingTests + report.numTodoTests;
  let failed = report.numFailedTests;
  // A file whose set-up or import fails has no failed test of its own.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  failed += broken.length;
  for (const { name, message } of broken) notes.push(`${name} could not be run: ${(message ?? '').split('\n')[0]}`);
  if (skipped > 0) {
    if (!maySkip) failed += skipped;
    const names = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => fullName),
    );
    notes.push(`${skipped} skipped: ${names.slice(0, 5).join('; ')}${names.length > 5 ? '; …' : ''}`);
  }
  if (!report.success && failed === 0) {
    failed = 1;
    notes.push('an error outside the tests');
  }
  return atLeastOne({ passed: report.numPassedTests, failed, notes });
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 */

/**
 * @param {PlaywrightReport} report
 * @param {CountOptions} options
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }, { maySkip }) {
  const notes = errors.map(({ message }) => `an error outside the tests: ${(message ?? '').split('\n')[0]}`);
  if (stats.flaky > 0) notes.push(`${stats.flaky} passed only when repeated`);
  if (stats.skipped > 0) notes.push(`${stats.skipped} skipped`);
  const failed = stats.unexpected + stats.flaky + errors.length + (maySkip ? 0 : stats.skipped);
  return atLeastOne({ passed: stats.expected, failed, notes });
}

/**
 * Nothing passed and nothing failed: nothing was tested, which is a failure.
 *
 * @param {Counts} counts
 * @returns {Counts}
 */
function atLeastOne(counts) {
  if (counts.passed + counts.failed > 0) return counts;
  return { ...counts, failed: 1, notes: [...counts.notes, 'there was no test to run'] };
}
