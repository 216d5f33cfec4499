/** The most holdings and bytes at once. */
export interface Bounds {
  readonly count: number;
  readonly bytes: number;
}

/** A resource of a caller, while the server waits for this caller. */
export interface Holder {
  /** Releases the resource, because another one needs its place. */
  end(): void;
  /** Returns the name of the caller, or its address. Only read once a bound is exceeded, so that it costs no call anything. */
  caller(): string;
  /** Whether others should be ended first; by default not. */
  busy?(): boolean;
  /** When the resource is released in any case, in milliseconds since the epoch; by default never. */
  readonly deadline?: number | undefined;
  /** Releases it at its deadline. */
  expire?(): void;
}

/** The place of a {@link Holder}. */
export type Holding = Pick<ListedHolding, 'grow' | 'release' | 'renew'>;

/** Bounds the holdings of all callers together. */
export type Holdings = Pick<HoldingList, 'hold'>;

export function createHoldings(bounds: Bounds): Holdings {
  return new HoldingList(bounds);
}

/** The holdings of one caller. */
interface Share {
  readonly caller: string;
  count: number;
  bytes: number;
}

/** How often deadlines are checked while there are some, in ms. */
const expiryCheckMs = 20;

/**
 * Holdings in the order in which they began, each linked with its neighbours. A Set that changes with each call is copied all the
 * time, and its copies keep calls from being collected while they are young: this costs a sixth of a short call.
 */
class HoldingList {
  readonly #bounds: Bounds;
  readonly #shares = new Map<string, Share>();
  /** The last share that grew beyond half. */
  readonly #largest: { count?: Share; bytes?: Share } = {};
  #oldest: ListedHolding | undefined;
  #youngest: ListedHolding | undefined;
  /** The oldest one that is in no share yet. */
  #unshared: ListedHolding | undefined;
  #count = 0;
  #bytes = 0;
  /** One for all deadlines, as one for each takes a twentieth of a short call. */
  #timer: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Begins a holding. Where that exceeds a bound, others are ended: the oldest of the caller that has more than half, else the oldest of
   * all, since those of well-behaved callers are young.
   */
  hold(holder: Holder): Holding {
    const holding = new ListedHolding(this, holder);
    this.#append(holding);
    this.#endExceeding();
    if (holder.deadline !== undefined) this.#timer ??= setTimeout(() => this.#endExpired(), expiryCheckMs).unref();
    return holding;
  }

  /** Makes a holding the youngest. */
  renew(holding: ListedHolding): void {
    if (!holding.listed) return;
    this.#unlink(holding);
    this.#append(holding);
  }

  grow(holding: ListedHolding, bytes: number): void {
    if (!holding.listed) return;
    holding.bytes += bytes;
    this.#bytes += bytes;
    if (holding.share) this.#add(holding.share, 'bytes', bytes);
    this.#endExceeding();
  }

  remove(holding: ListedHolding): void {
    if (!holding.listed) return;
    this.#unlink(holding);
    const { share } = holding;
    if (!share) return;
    share.count -= 1;
    share.bytes -= holding.bytes;
    if (share.count === 0) this.#shares.delete(share.caller);
  }

  #append(holding: ListedHolding): void {
    holding.previous = this.#youngest;
    if (this.#youngest) this.#youngest.next = holding;
    else this.#oldest = holding;
    this.#youngest = holding;
    if (!holding.share) this.#unshared ??= holding;
    holding.listed = true;
    this.#count += 1;
    this.#bytes += holding.bytes;
  }

  #unlink(holding: ListedHolding): void {
    const { previous, next } = holding;
    if (previous) previous.next = next;
    else this.#oldest = next;
    if (next) next.previous = previous;
    else this.#youngest = previous;
    if (this.#unshared === holding) this.#unshared = next;
    holding.previous = undefined;
    holding.next = undefined;
    holding.listed = false;
    this.#count -= 1;
    this.#bytes -= holding.bytes;
  }

  #endExceeding(): void {
    const { count, bytes } = this.#bounds;
    while (this.#count > count || this.#bytes > bytes) {
      const chosen = this.#choose();
      if (!chosen) return;
      this.remove(chosen);
      chosen.holder.end();
    }
  }

  #endExpired(): void {
    const now = Date.now();
    let isNeeded = false;
    let next: ListedHolding | undefined;
    for (let holding = this.#oldest; holding; holding = next) {
      const { holder } = holding;
      ({ next } = holding);
      if (holder.deadline === undefined) continue;
      if (holder.deadline > now) isNeeded = true;
      else {
        this.remove(holding);
        holder.expire?.();
      }
    }
    if (isNeeded) this.#timer?.refresh();
    else this.#timer = undefined;
  }

  /** Chooses the holding to end: the oldest that isn't busy, of the greedy caller where there is one. */
  #choose(): ListedHolding | undefined {
    this.#shareOut();
    const greedy = this.#findGreedy();
    let first: ListedHolding | undefined;
    for (let holding = this.#oldest; holding; holding = holding.next) {
      if (greedy && holding.share !== greedy) continue;
      first ??= holding;
      if (holding !== this.#youngest && !holding.holder.busy?.()) return holding;
    }
    return first;
  }

  /** Finds the caller that has more than half of what is exceeded. */
  #findGreedy(): Share | undefined {
    const dimension = this.#count > this.#bounds.count ? 'count' : 'bytes';
    const share = this.#largest[dimension];
    return share && this.#isGreedy(share, dimension) ? share : undefined;
  }

  #isGreedy(share: Share, dimension: keyof Bounds): boolean {
    return share[dimension] > this.#bounds[dimension] / 2;
  }

  /** Adds to the shares of their callers all holdings that are in none. */
  #shareOut(): void {
    for (let holding = this.#unshared; holding; holding = holding.next) {
      if (holding.share) continue;
      const caller = holding.holder.caller();
      const share = this.#shares.get(caller) ?? { caller, count: 0, bytes: 0 };
      this.#shares.set(caller, share);
      holding.share = share;
      this.#add(share, 'count', 1);
      this.#add(share, 'bytes', holding.bytes);
    }
    this.#unshared = undefined;
  }

  /** Adds to a share. Only one that grows can become the largest. */
  #add(share: Share, dimension: keyof Bounds, amount: number): void {
    share[dimension] += amount;
    if (this.#isGreedy(share, dimension)) this.#largest[dimension] = share;
  }
}

class ListedHolding {
  readonly #list: HoldingList;
  readonly holder: Holder;
  previous: ListedHolding | undefined;
  next: ListedHolding | undefined;
  share: Share | undefined;
  listed = false;
  bytes = 0;

  constructor(list: HoldingList, holder: Holder) {
    this.#list = list;
    this.holder = holder;
  }

  /** Adds bytes. May end holdings, this one included. */
  grow(bytes: number): void {
    this.#list.grow(this, bytes);
  }

  /** Makes it the youngest. */
  renew(): void {
    this.#list.renew(this);
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
