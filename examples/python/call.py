"""Calls the service: each line of standard input is a request as JSON.

Prints an answer as JSON for each of them.

python call.py 127.0.0.1:50051 < ../calls.jsonl
python call.py --ca ca.pem --deadline 2 calls.example.com:443 < ../calls.jsonl
"""

import argparse
import json
import os
import sys
import uuid

import grpc
from google.protobuf import json_format
from google.rpc import error_details_pb2  # noqa: F401 -- the types of error details
from grpc_status import rpc_status

import api_pb2
import api_pb2_grpc

# Retries calls that end with UNAVAILABLE: only for operations that may run twice.
SERVICE_CONFIG = {
    "methodConfig": [
        {
            "name": [{"service": "api.ApiService"}],
            "retryPolicy": {
                "maxAttempts": 4,
                "initialBackoff": "0.1s",
                "backoffMultiplier": 2,
                "maxBackoff": "5s",
                "retryableStatusCodes": ["UNAVAILABLE"],
            },
        }
    ]
}


class OperationError(Exception):
    """The call was served, and its operation failed."""

    def __init__(self, message, metadata):
        super().__init__(message)
        self.metadata = metadata


def open_channel(target, ca):
    """Opens a channel: by TLS with the authorities of the file `ca`, plain without it."""
    options = [("grpc.service_config", json.dumps(SERVICE_CONFIG))]
    if ca is None:
        return grpc.insecure_channel(target, options)
    with open(ca, "rb") as file:
        credentials = grpc.ssl_channel_credentials(file.read())
    return grpc.secure_channel(target, credentials, options)


def call(stub, request, deadline, metadata):
    """Returns the result of an operation, and the metadata of the answer.

    Raises OperationError if the operation failed, and grpc.RpcError if the call did.
    """
    response, rpc = stub.CallApi.with_call(request, deadline, metadata)
    if not response.success:
        raise OperationError(response.message, rpc.initial_metadata())
    return response.message, rpc.initial_metadata()


def describe_detail(detail):
    """Converts an error detail for JSON; of an unknown type, only its name."""
    try:
        return json_format.MessageToDict(detail)
    except TypeError:
        return {"@type": detail.type_url}


def describe_failure(error):
    """Converts a call's status, with the details that the server sent."""
    status = rpc_status.from_call(error)
    details = [describe_detail(detail) for detail in status.details] if status else []
    return {
        "status": error.code().name,
        "message": error.details(),
        "details": details,
    }


def find_request_id(*sources):
    return next(
        (value for pairs in sources for name, value in pairs if name == "x-request-id"),
        None,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("target", help="the address of a server or of Envoy")
    parser.add_argument("--ca", help="a PEM file with the authorities to trust")
    parser.add_argument("--deadline", type=float, default=5, help="seconds for a call")
    arguments = parser.parse_args()
    token = os.environ.get("CALL_SERVER_TOKEN")
    authorization = [("authorization", f"Bearer {token}")] if token else []
    with open_channel(arguments.target, arguments.ca) as channel:
        stub = api_pb2_grpc.ApiServiceStub(channel)
        for line in sys.stdin:
            request = json_format.Parse(line, api_pb2.Request())
            # The server logs this id.
            metadata = [("x-request-id", str(uuid.uuid4())), *authorization]
            try:
                result, received = call(stub, request, arguments.deadline, metadata)
                answer = {"result": result}
            except OperationError as error:
                received = error.metadata
                answer = {"operationError": str(error)}
            except grpc.RpcError as error:
                received = [*error.initial_metadata(), *error.trailing_metadata()]
                answer = describe_failure(error)
            answer["requestId"] = find_request_id(received)
            print(json.dumps(answer, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
