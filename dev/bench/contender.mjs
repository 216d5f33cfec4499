/** One contender of one question, alone in this process: `contender.mjs <question> <contender>`, forked by compare.mjs. */
import { contend } from './contend.mjs';
import { QUESTIONS } from './questions.mjs';

const [, , name, contender = ''] = process.argv;
const question = QUESTIONS.find((candidate) => candidate.name === name);
const call = question?.contenders[contender];
if (question === undefined || call === undefined) throw new Error(`"${contender}": no contender of "${name}".`);
contend(call, question);
