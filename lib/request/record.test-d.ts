/** The functions that replace those of record.ts take the same, without the recorder: calls of both are written once (vite.config.ts). */
import { expectTypeOf } from 'vitest';
import type * as pieces from '../template/pieces.js';
import type * as noPieces from '../template/pieces.none.js';
import type * as recorded from './record.js';
import type * as unrecorded from './record.none.js';

type Recorded = typeof recorded;
type WithoutRecorder<Name extends keyof Recorded> =
  Parameters<Recorded[Name]> extends [unknown, ...infer Facts] ? Facts : never;

expectTypeOf<keyof typeof unrecorded>().toEqualTypeOf<keyof Recorded>();
expectTypeOf<Parameters<typeof unrecorded.report>>().toEqualTypeOf<WithoutRecorder<'report'>>();
expectTypeOf<Parameters<typeof unrecorded.recover>[0]>().toEqualTypeOf<WithoutRecorder<'recover'>[0]>();
expectTypeOf<typeof unrecorded.recover>().returns.toBeNever();
expectTypeOf<keyof typeof noPieces>().toEqualTypeOf<keyof typeof pieces>();
