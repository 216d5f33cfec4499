/** api.binpb (a google.protobuf.FileDescriptorSet) in base64, so that bundles carry it with them. */
export declare const descriptorSetBase64: string;
