"""Receivers served by uvicorn: `python asgi.py <name>`."""

import os
import sys

name = sys.argv[1]

if name == "fastapi":
    from fastapi import FastAPI, Query, Request

    app = FastAPI()

    @app.get("/list")
    def read_list(a: list[str] = Query()):
        return {"value": a}

    @app.get("/object")
    def read_object(request: Request):
        return {"value": request.query_params.get("age")}

    @app.get("/x/{id}")
    def read_path(id: str):
        return {"value": id}

    @app.api_route("/query", methods=["QUERY"])
    def read_body(body: dict):
        return {"value": body}

elif name == "fastapi-default":
    from fastapi import FastAPI, Query

    app = FastAPI()

    @app.get("/list")
    def read_list(a: list[str] = Query(default=[])):
        return {"value": a}

elif name == "litestar":
    from typing import Optional

    from litestar import Litestar, Request, get

    @get("/list")
    async def read_list(a: Optional[list[str]] = None) -> dict:
        return {"value": a}

    @get("/object")
    async def read_object(request: Request) -> dict:
        return {"value": request.query_params.get("age")}

    @get("/x/{id:str}")
    async def read_path(id: str) -> dict:
        return {"value": id}

    app = Litestar([read_list, read_object, read_path])

elif name == "quart":
    from quart import Quart, request

    app = Quart(__name__)

    @app.get("/list")
    async def read_list():
        return {"value": request.args.getlist("a")}

    @app.get("/object")
    async def read_object():
        return {"value": request.args.get("age")}

    @app.get("/x/<id>")
    async def read_path(id):
        return {"value": id}

    @app.route("/query", methods=["QUERY"])
    async def read_body():
        return {"value": await request.get_json()}


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
