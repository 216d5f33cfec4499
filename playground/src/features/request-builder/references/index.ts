/** Everything that only a form with references (`{{name}}`) needs. It is loaded with the first one. */
export { listFormNames, listMissing, substituteForm } from './substitute-form.js';
export { explainTyped } from './typed-explanation.js';
export { listTypedProblems } from './typed-problems.js';
export { splitTokens } from './typed-route.js';
