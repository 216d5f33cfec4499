/** Reads one large collection outside of the page's thread, which parsing 10 MB would stop for half a second. */
import { answer } from '../../../../ui/thread.js';
import { refuse } from '../reading.js';
import { readCollection } from './read.js';

answer({
  read: (text: string) => {
    try {
      return readCollection(text);
    } catch (error) {
      return refuse(error);
    }
  },
});
