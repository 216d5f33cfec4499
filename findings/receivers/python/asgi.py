"""Receivers served by uvicorn: `python asgi.py <name>`."""

import os
import sys

name = sys.argv[1]


def parts_of(items):
    """The parts of a form by the names of their fields, as `POST /multipart` gives them."""
    fields, files = {}, []
    for field, value in items:
        if isinstance(value, str):
            fields.setdefault(field, []).append(value)
        else:
            files.append([field, value.filename, value.content_type, value.file.read().decode()])
    return {"value": {"fields": fields, "files": files}}


if name == "fastapi":
    from fastapi import FastAPI, Form, Query, Request

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

    @app.post("/form/a")
    def read_form(a: list[str] = Form()):
        return {"value": a}

    @app.post("/form/{name}")
    async def read_member(name: str, request: Request):
        return {"value": (await request.form()).get(name)}

    @app.post("/multipart")
    async def read_multipart(request: Request):
        return parts_of((await request.form()).multi_items())

elif name == "fastapi-default":
    from fastapi import FastAPI, Query

    app = FastAPI()

    @app.get("/list")
    def read_list(a: list[str] = Query(default=[])):
        return {"value": a}

elif name == "litestar":
    from dataclasses import dataclass
    from typing import Annotated, Optional

    from litestar import Litestar, Request, get, post
    from litestar.enums import RequestEncodingType
    from litestar.params import Body

    @dataclass
    class Form:
        a: list[str]

    @get("/list")
    async def read_list(a: Optional[list[str]] = None) -> dict:
        return {"value": a}

    @get("/object")
    async def read_object(request: Request) -> dict:
        return {"value": request.query_params.get("age")}

    @get("/x/{id:str}")
    async def read_path(id: str) -> dict:
        return {"value": id}

    @post("/form/a", status_code=200)
    async def read_form(data: Annotated[Form, Body(media_type=RequestEncodingType.URL_ENCODED)]) -> dict:
        return {"value": data.a}

    @post("/form/{name:str}", status_code=200)
    async def read_member(name: str, request: Request) -> dict:
        return {"value": (await request.form()).get(name)}

    @post("/multipart", status_code=200)
    async def read_multipart(request: Request) -> dict:
        return parts_of((await request.form()).multi_items())

    app = Litestar([read_list, read_object, read_path, read_form, read_member, read_multipart])

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

    @app.post("/form/<name>")
    async def read_form(name):
        return {"value": (await request.form).getlist(name)}

    @app.post("/multipart")
    async def read_multipart():
        form, files = await request.form, await request.files
        read = [[field, f.filename, f.content_type, f.read().decode()] for field, f in files.items(multi=True)]
        return {"value": {"fields": form.to_dict(flat=False), "files": read}}


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
