/** An echo by grpc-js with the generated code and nothing else: the server is measured against it. */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Response, UnimplementedApiServiceService } from '../../proto/gen/node/api.js';

/** @type {import('@grpc/grpc-js').handleUnaryCall<import('../../proto/gen/node/api.js').Request, Response>} */
const echo = ({ request: { code, str1, str2, int_value } }, callback) =>
  callback(null, new Response({ success: true, message: JSON.stringify({ code, str1, str2, int_value }) }));

const server = new Server();
server.addService(UnimplementedApiServiceService.definition, { CallApi: echo });
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(JSON.stringify({ grpc: `127.0.0.1:${port}` }));
});
