/** The most holdings and bytes at once. */
interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** Bytes held for one caller who sends or reads slowly. */
export type Holding = Pick<ListedHolding, 'grow' | 'release'>;

/** Bounds the holdings of all callers together. */
export type Holdings = Pick<HoldingList, 'hold'>;

export function createHoldings(bounds: Bounds): Holdings {
  return new HoldingList(bounds);
}

/**
 * Holdings in the order in which they began, each linked with its neighbours. A Set that changes with each call is copied all the
 * time, and its copies keep calls from being collected while they are young: this costs a sixth of a short call.
 */
class HoldingList {
  readonly #bounds: Bounds;
  #oldest: ListedHolding | undefined;
  #youngest: ListedHolding | undefined;
  #count = 0;
  #bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Begins a holding. Where that exceeds a bound, the oldest holdings are ended: those of well-behaved callers are young.
   *
   * @param end releases the resource
   */
  hold(end: () => void): Holding {
    const holding = new ListedHolding(this, end);
    holding.previous = this.#youngest;
    if (this.#youngest) this.#youngest.next = holding;
    else this.#oldest = holding;
    this.#youngest = holding;
    this.#count += 1;
    this.#endOldest();
    return holding;
  }

  grow(holding: ListedHolding, bytes: number): void {
    if (!holding.listed) return;
    holding.bytes += bytes;
    this.#bytes += bytes;
    this.#endOldest();
  }

  remove(holding: ListedHolding): void {
    if (!holding.listed) return;
    const { previous, next } = holding;
    if (previous) previous.next = next;
    else this.#oldest = next;
    if (next) next.previous = previous;
    else this.#youngest = previous;
    holding.previous = undefined;
    holding.next = undefined;
    holding.listed = false;
    this.#count -= 1;
    this.#bytes -= holding.bytes;
  }

  #endOldest(): void {
    const { count, bytes } = this.#bounds;
    while (this.#oldest && (this.#count > count || this.#bytes > bytes)) {
      const oldest = this.#oldest;
      this.remove(oldest);
      oldest.end();
    }
  }
}

class ListedHolding {
  readonly #list: HoldingList;
  readonly end: () => void;
  previous: ListedHolding | undefined;
  next: ListedHolding | undefined;
  listed = true;
  bytes = 0;

  constructor(list: HoldingList, end: () => void) {
    this.#list = list;
    this.end = end;
  }

  /** Adds bytes. May end the oldest holdings, this one included. */
  grow(bytes: number): void {
    this.#list.grow(this, bytes);
  }

  /** Ends it without a call of `end`. */
  release(): void {
    this.#list.remove(this);
  }
}

/** The largest ratio of a text to its compressed form (RFC 1951). */
const mostInflation = 1032;

/** Counts the bytes of a piece of a message: of a compressed one, the most that it may decompress to, up to the message limit. */
export function countHeldBytes(length: number, compressed: boolean, atMost: number): number {
  return compressed ? Math.max(0, Math.min(length * mostInflation, atMost)) : length;
}
