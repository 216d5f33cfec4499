import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { healthDescriptorSetBase64 } from '../../proto/gen/descriptor-set.js';
import { apiService, fileDescriptors } from '../service/messages.js';

/** Serves server reflection, v1 and v1alpha, for the call service and the standard health service. */
export function addReflection(server: Server): void {
  const health = fromBinary(FileDescriptorSetSchema, Buffer.from(healthDescriptorSetBase64, 'base64'));
  const files = [...fileDescriptors, ...health.file.map((file) => toBinary(FileDescriptorProtoSchema, file))];
  // A package definition, of which only the descriptors are read. The one of grpc-health-check is proto-loader's rendering of the
  // file, which clients refuse: its path and the name of its map entry differ.
  const definition = {
    format: 'Protocol Buffer 3 DescriptorProto' as const,
    type: {},
    fileDescriptorProtos: files.map((bytes) => Buffer.from(bytes)),
  };
  new ReflectionService({ [apiService.typeName]: definition }).addToServer(server);
}
