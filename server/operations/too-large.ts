/** A result above the message limit, found before it was made: the call is answered with RESOURCE_EXHAUSTED. */
export class ResultTooLarge extends Error {
  override readonly name = 'ResultTooLarge';
}
