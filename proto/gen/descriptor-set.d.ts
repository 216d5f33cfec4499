/** api.binpb (a google.protobuf.FileDescriptorSet) in base64, so that bundles carry it with them. */
export declare const descriptorSetBase64: string;
/** The standard's grpc/health/v1/health.proto in the same form. */
export declare const healthDescriptorSetBase64: string;
