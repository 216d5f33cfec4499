/** One library at one question of times.mjs, alone in this process: `contender.mjs <question> <library>`, forked by the bench. */
import { contend } from '../bench/contend.mjs';
import { load, nameOf } from './library.mjs';
import { LIBRARIES } from './libraries/index.mjs';
import { CALLS, SAMPLES } from './times.mjs';

const [, , question, name] = process.argv;
const library = LIBRARIES.find((candidate) => nameOf(candidate) === name);
if (library === undefined || (question !== 'warm' && question !== 'fresh'))
  throw new Error(`"${name}": no contender of "${question}".`);
const { timed } = await load(library);
if (timed === undefined) throw new Error(`${name} isn't timed.`);
contend(CALLS[question](timed), { inputs: 1, ...SAMPLES[question] });
