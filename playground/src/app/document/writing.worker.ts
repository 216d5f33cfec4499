/** Writes one document. */
import { answer } from '../../ui/thread.js';
import { write } from './writing.js';

answer({ write });
