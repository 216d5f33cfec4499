/**
 * Decides which steps run, and after which others.
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
  const builders = [...before.filter(({ implied }) => !implied), ...steps.filter(({ needs }) => needs.length > 0)];
  return { steps: [...before, ...steps], targets: [...new Set(builders.flatMap(({ builds = [] }) => builds))] };
}

/**
 * @param {Step} step
 * @param {readonly string[]} paths
 */
function withNeeds(step, paths) {
  // A unit test builds whatever it needs, and most need nothing.
  if (step.name === 'unit' && paths.length > 0) return planned(step, {});
  return planned(step, { needs: step.builds ? ['build'] : [], after: step.envoy ? ['envoy'] : [] });
}

/**
 * @param {Step} step
 * @param {{ needs?: string[], after?: string[], implied?: boolean }} relations
 * @returns {PlannedStep}
 */
function planned(step, { needs = [], after = [], implied = false }) {
  return { ...step, needs, after, implied };
}
