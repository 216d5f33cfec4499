/** Reads one document. */
import { answer } from '../../../threads/thread.js';
import { readDocument } from './read-document.js';

answer({ readDocument });
