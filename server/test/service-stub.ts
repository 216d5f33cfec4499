import { status } from '@grpc/grpc-js';
import type { CallService } from '../service/call-service.js';

/** A service that responds to each call with its metadata `x-bin`, or otherwise. */
export const createServiceStub = (changes: Partial<CallService> = {}): CallService => ({
  serve: ({ metadata }) => ({
    code: status.OK,
    response: { success: true, message: JSON.stringify(metadata('x-bin')) },
    metadata: {},
  }),
  logRefused: () => undefined,
  nameHolder: () => '',
  draining: false,
  inFlight: 0,
  startDraining: () => undefined,
  idle: () => Promise.resolve(),
  ...changes,
});
