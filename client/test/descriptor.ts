import { createFileRegistry, fromBinary, type DescMethod, type DescMethodUnary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { descriptorSetBase64 } from '../../proto/gen/descriptor-set.js';

const bytes = Uint8Array.from(atob(descriptorSetBase64), (character) => character.charCodeAt(0));

function isUnary(method: DescMethod | undefined): method is DescMethodUnary {
  return method?.methodKind === 'unary';
}

/** The descriptor of CallApi for Connect. */
export function describeCallApi(): DescMethodUnary {
  const service = createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes)).getService('api.ApiService');
  const method = service?.method['callApi'];
  if (!isUnary(method)) throw new Error('The descriptors have no unary api.ApiService.CallApi.');
  return method;
}
