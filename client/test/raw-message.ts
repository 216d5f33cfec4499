import { unaryMethod, type Message } from 'endpoint.js-client';

/** A message of raw bytes, with the methods of generated code for google-protobuf. */
export class Raw implements Message {
  bytes = new Uint8Array();
  static deserializeBinary(bytes: Uint8Array): Raw {
    return Object.assign(new Raw(), { bytes });
  }
  serializeBinary(): Uint8Array {
    return this.bytes;
  }
  toObject(): object {
    return { bytes: this.bytes };
  }
}

/** A method of any service. */
export const rawMethod = unaryMethod('other.v1.Service', 'Do', Raw, Raw);
