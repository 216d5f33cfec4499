/** Reads one document. */
import { answer } from '../../../ui/thread.js';
import { readDocument } from './read-document.js';

answer({ readDocument });
