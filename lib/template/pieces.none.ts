/** Replaces `pieces.ts` in builds of the builder alone, which record nothing. */

/* @__NO_SIDE_EFFECTS__ */
export function mark(): undefined {}
/* @__NO_SIDE_EFFECTS__ */
export function addPiece(): void {}
/* @__NO_SIDE_EFFECTS__ */
export function insertPunctuation(): void {}
/* @__NO_SIDE_EFFECTS__ */
export function movePieces(): void {}
/* @__NO_SIDE_EFFECTS__ */
export function amendPieces(): void {}
