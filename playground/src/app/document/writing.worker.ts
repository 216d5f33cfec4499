/** Writes one document. */
import { answer } from '../../threads/thread.js';
import { write } from './writing.js';

answer({ write });
