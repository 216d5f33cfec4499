"""Servers of api.ApiService by sonora: python server.py wsgi|asgi"""

import asyncio
import os
import sys
import time
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

import grpc
import uvicorn
from sonora.asgi import grpcASGI
from sonora.wsgi import grpcWSGI

import api_pb2
import api_pb2_grpc

PORT = int(os.environ["PORT"])
cancelled = 0


def sent_back(context):
    """The pairs of the request's metadata that the response has too."""
    received = context.invocation_metadata()
    return [(name.replace("sent", "back"), value) for name, value in received if name.startswith("x-sent")]


def answer(request, context):
    """What a code means, where nothing is awaited."""
    text = request.str1
    if request.code == "deadline":
        left = context.time_remaining()
        text = "none" if left is None else str(int(left * 1000))
    elif request.code == "cancelled":
        text = str(cancelled)
    elif request.code in ("metadata", "fail"):
        context.set_trailing_metadata(sent_back(context))
    return api_pb2.Response(success=True, message=text)


class Service(api_pb2_grpc.ApiServiceServicer):
    def CallApi(self, request, context):
        if request.code == "wait":
            time.sleep(request.int_value / 1000)
        response = answer(request, context)
        if request.code == "metadata":
            context.send_initial_metadata(sent_back(context))
        if request.code == "fail":
            context.abort(request.int_value, request.str1)
        return response


class AsyncService(api_pb2_grpc.ApiServiceServicer):
    async def CallApi(self, request, context):
        global cancelled
        if request.code == "wait":
            try:
                await asyncio.sleep(request.int_value / 1000)
            except asyncio.CancelledError:
                cancelled += 1
                raise
        response = answer(request, context)
        if request.code == "metadata":
            await context.send_initial_metadata(sent_back(context))
        if request.code == "fail":
            await context.abort(request.int_value, request.str1)
        return response


class ThreadingServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


def serve_wsgi():
    application = grpcWSGI()
    api_pb2_grpc.add_ApiServiceServicer_to_server(Service(), application)
    make_server("127.0.0.1", PORT, application, ThreadingServer).serve_forever()


def serve_asgi():
    application = grpcASGI()
    api_pb2_grpc.add_ApiServiceServicer_to_server(AsyncService(), application)
    uvicorn.run(application, host="127.0.0.1", port=PORT, log_level="warning", lifespan="off")


{"wsgi": serve_wsgi, "asgi": serve_asgi}[sys.argv[1]]()
