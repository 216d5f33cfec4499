/** What is held for one caller who sends or reads slowly. */
export interface Holding {
  /** More is held. May end the oldest holdings, this one included. */
  grow(bytes: number): void;
  /** Nothing is held any more. */
  release(): void;
}

/** Bounds what is held for all callers together. */
export interface Holdings {
  /**
   * Begins to hold something. Where that exceeds a bound, the oldest holdings are ended: those of callers who do what they should
   * are young.
   *
   * @param end lets go of it
   */
  hold(end: () => void): Holding;
}

/** Makes the bounds of what is held at once. */
export function createHoldings({ count, bytes }: { readonly count: number; readonly bytes: number }): Holdings {
  // In the order in which they began.
  const held = new Set<HeldBytes>();
  let total = 0;

  function release(holding: HeldBytes): void {
    if (held.delete(holding)) total -= holding.bytes;
  }

  function endOldest(): void {
    for (const oldest of held) {
      if (held.size <= count && total <= bytes) return;
      release(oldest);
      oldest.end();
    }
  }

  class HeldBytes implements Holding {
    bytes = 0;
    readonly end: () => void;

    constructor(end: () => void) {
      this.end = end;
    }

    grow(more: number): void {
      if (!held.has(this)) return;
      this.bytes += more;
      total += more;
      if (total > bytes) endOldest();
    }

    release(): void {
      release(this);
    }
  }

  return {
    hold(end) {
      const holding = new HeldBytes(end);
      held.add(holding);
      if (held.size > count) endOldest();
      return holding;
    },
  };
}

/** How much larger than its compressed form (RFC 1951) a text is at most. */
const mostInflation = 1032;

/** The bytes that count for a piece of a message: where it is compressed, what may come of it, up to what a message may have. */
export function heldBytes(length: number, compressed: boolean, atMost: number): number {
  return compressed ? Math.max(0, Math.min(length * mostInflation, atMost)) : length;
}
