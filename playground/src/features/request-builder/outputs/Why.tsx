import type { OutputProps } from './output.js';
import { Problems } from './Problems.js';
import { Steps } from './Steps.js';

/** What is wrong or surprising, and how the builder came to the request, step by step. */
export default function Why(props: OutputProps) {
  return (
    <div className="why-view">
      <Problems {...props} />
      <Steps {...props} />
    </div>
  );
}
