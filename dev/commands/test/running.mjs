/**
 * A reporter of Vitest that writes what runs into the file that the environment variable ENDPOINTJS_RUNNING names. A run that hangs is
 * ended from outside, and reports nothing itself.
 */
import { writeFileSync } from 'node:fs';

const SETTLED_MS = 5000;

export default class RunningReporter {
  /** @type {Map<string, string>} names by the tests' and files' ids */
  #running = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #file;
  #settledMs;

  /** @param {{ file?: string | undefined, settledMs?: number }} [options] written once nothing has started or ended for `settledMs` */
  constructor({ file = process.env['ENDPOINTJS_RUNNING'], settledMs = SETTLED_MS } = {}) {
    this.#file = file;
    this.#settledMs = settledMs;
  }

  /** @param {{ id: string, relativeModuleId: string }} module */
  onTestModuleStart({ id, relativeModuleId }) {
    this.#change(() => this.#running.set(id, relativeModuleId));
  }

  /** @param {{ id: string }} module */
  onTestModuleEnd({ id }) {
    this.#change(() => this.#running.delete(id));
  }

  /** @param {{ id: string, fullName: string }} test */
  onTestCaseReady({ id, fullName }) {
    this.#change(() => this.#running.set(id, fullName));
  }

  /** @param {{ id: string }} test */
  onTestCaseResult({ id }) {
    this.#change(() => this.#running.delete(id));
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), this.#settledMs).unref();
  }

  #write() {
    if (this.#file !== undefined) writeFileSync(this.#file, [...this.#running.values()].join('; '));
  }
}
