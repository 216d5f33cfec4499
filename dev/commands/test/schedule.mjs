/**
 * Decides which steps run, and runs them in parallel, each after those that it needs.
 */

/** @typedef {import('./steps.mjs').Step} Step */

/** @typedef {Step & { needs: string[], after: string[], implied: boolean }} PlannedStep `implied`: not requested by name */

/**
 * @param {object} options
 * @param {readonly Step[]} options.preparations
 * @param {readonly Step[]} options.checks
 * @param {readonly string[]} options.chosen the names of the requested steps
 * @param {readonly string[]} options.paths the tests to run, in steps that accept paths; all when empty
 * @returns {{ steps: PlannedStep[], targets: string[] }} the steps in order, and the targets that they need
 */
export function plan({ preparations, checks, chosen, paths }) {
  const steps = checks.filter(({ name }) => chosen.includes(name)).map((step) => withNeeds(step, paths));
  const involved = new Set([...chosen, ...steps.flatMap(({ needs, after }) => [...needs, ...after])]);
  const before = preparations
    .filter(({ name }) => involved.has(name))
    .map((step) => planned(step, { implied: !chosen.includes(step.name) }));
  const builders = [
    ...before.filter(({ implied }) => !implied),
    ...steps.filter(({ needs, after }) => [...needs, ...after].includes('build')),
  ];
  return { steps: [...before, ...steps], targets: [...new Set(builders.flatMap(({ builds = [] }) => builds))] };
}

/** @param {Step} step @param {readonly string[]} paths */
function withNeeds(step, paths) {
  // A unit test builds whatever it needs, and most need nothing.
  if (step.name === 'unit' && paths.length > 0) return planned(step, {});
  const build = step.builds ? ['build'] : [];
  const envoy = step.envoy ? ['envoy'] : [];
  return planned(step, step.anyway ? { after: [...build, ...envoy] } : { needs: build, after: envoy });
}

/**
 * @param {Step} step
 * @param {Partial<Pick<PlannedStep, 'needs' | 'after' | 'implied'>>} relations
 * @returns {PlannedStep}
 */
const planned = (step, relations) => ({ ...step, needs: [], after: [], implied: false, ...relations });

/**
 * @typedef {object} Scheduled
 * @property {string} name
 * @property {readonly string[]} [needs] steps that must have passed; unknown names don't count
 * @property {readonly string[]} [after] steps that must have ended; likewise
 * @property {boolean} [alone] a step that measures: nothing else runs at the same time
 */

/**
 * Starts each step as soon as it can: in order, at most `lanes` at once, those that run alone last.
 *
 * @template {Scheduled} S
 * @param {readonly S[]} steps
 * @param {object} options
 * @param {number} options.lanes
 * @param {(step: S) => Promise<boolean>} options.run resolves to whether the step passed; must not reject
 * @param {(step: S, failed: string) => void} options.skip called for a step that doesn't run, because the step `failed` that it needs has failed
 */
export async function schedule(steps, { lanes, run, skip }) {
  const names = new Set(steps.map(({ name }) => name));
  /** @type {Map<string, boolean>} whether each step passed, by its name */
  const ended = new Map();
  /** @type {Map<S, Promise<void>>} */
  const running = new Map();
  let waiting = [...steps.filter(({ alone }) => !alone), ...steps.filter(({ alone }) => alone)];
  while (waiting.length > 0) {
    const before = waiting.length;
    for (const step of waiting) {
      const failed = step.needs?.find((name) => ended.get(name) === false);
      const earlier = [...(step.needs ?? []), ...(step.after ?? [])].filter((name) => names.has(name));
      if (failed !== undefined) {
        skip(step, failed);
        ended.set(step.name, false);
      } else if (earlier.every((name) => ended.has(name)) && hasRoom(step, [...running.keys()], lanes)) {
        running.set(step, runToEnd(step));
      } else continue;
      waiting = waiting.filter((other) => other !== step);
    }
    if (running.size > 0) await Promise.race(running.values());
    else if (waiting.length === before)
      throw new Error(`These steps need each other: ${waiting.map(({ name }) => name).join(', ')}.`);
  }
  await Promise.all(running.values());

  /** @param {S} step */
  async function runToEnd(step) {
    ended.set(step.name, await run(step));
    running.delete(step);
  }
}

/** @param {Scheduled} step @param {readonly Scheduled[]} running @param {number} lanes */
function hasRoom(step, running, lanes) {
  if (running.some(({ alone }) => alone)) return false;
  return step.alone ? running.length === 0 : running.length < lanes;
}
