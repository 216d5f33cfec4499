/** A loader of webpack, as Babel's is: writes newer syntax as that of ES2019. */
const { transformSync } = require('esbuild');

module.exports = (/** @type {string} */ source) => transformSync(source, { target: 'es2019' }).code;
