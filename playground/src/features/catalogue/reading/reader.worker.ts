/** Reads one document. */
import { answer } from '../library/thread.js';
import { readDocument } from './read-document.js';

answer({ readDocument });
