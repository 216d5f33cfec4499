"""Receivers with a server of their own: `python servers.py <name>`."""

import os
import sys

PORT = int(os.environ["PORT"])
HOST = "127.0.0.1"


def aiohttp():
    from aiohttp import web

    async def read_list(request):
        return web.json_response({"value": request.query.getall("a", None)})

    async def read_object(request):
        return web.json_response({"value": request.query.get("age")})

    async def read_path(request):
        return web.json_response({"value": request.match_info["id"]})

    async def read_body(request):
        return web.json_response({"value": await request.json()})

    async def read_form(request):
        return web.json_response({"value": (await request.post()).getall(request.match_info["name"], None)})

    async def read_multipart(request):
        fields, files = {}, []
        for field, value in (await request.post()).items():
            if not isinstance(value, web.FileField):
                # A text that has another type than text is bytes.
                fields.setdefault(field, []).append(value if isinstance(value, str) else value.decode())
            else:
                files.append([field, value.filename, value.content_type, value.file.read().decode()])
        return web.json_response({"value": {"fields": fields, "files": files}})

    app = web.Application()
    app.add_routes([web.post("/form/{name}", read_form), web.post("/multipart", read_multipart)])
    app.add_routes([web.get("/list", read_list), web.get("/object", read_object), web.get("/x/{id}", read_path)])
    app.router.add_route("QUERY", "/query", read_body)
    web.run_app(app, host=HOST, port=PORT, print=None)


def tornado():
    import asyncio
    import json

    from tornado.web import Application, RequestHandler

    class List(RequestHandler):
        def get(self):
            self.write({"value": self.get_arguments("a")})

    class Object(RequestHandler):
        def get(self):
            self.write({"value": self.get_argument("age", None)})

    class Path(RequestHandler):
        def get(self, id):
            self.write({"value": id})

    class Body(RequestHandler):
        SUPPORTED_METHODS = ("QUERY",)

        def query(self):
            self.write({"value": json.loads(self.request.body)})

    class Form(RequestHandler):
        def post(self, name):
            self.write({"value": self.get_body_arguments(name)})

    class Multipart(RequestHandler):
        def post(self):
            files = [(field, f) for field, members in self.request.files.items() for f in members]
            read = [[field, f.filename, f.content_type, f.body.decode()] for field, f in files]
            fields = {field: self.get_body_arguments(field) for field in self.request.body_arguments}
            self.write({"value": {"fields": fields, "files": read}})

    async def main():
        forms = [("/form/([^/]+)", Form), ("/multipart", Multipart)]
        Application([*forms, ("/list", List), ("/object", Object), ("/x/([^/]+)", Path), ("/query", Body)]).listen(PORT, HOST)
        await asyncio.Event().wait()

    asyncio.run(main())


def sanic():
    from sanic import Sanic, json

    app = Sanic("receiver")

    @app.get("/list")
    async def read_list(request):
        return json({"value": request.args.getlist("a")})

    @app.get("/object")
    async def read_object(request):
        return json({"value": request.args.get("age")})

    @app.get("/x/<id>")
    async def read_path(request, id):
        return json({"value": id})

    @app.post("/form/<name>")
    async def read_form(request, name):
        return json({"value": request.form.getlist(name)})

    @app.post("/multipart")
    async def read_multipart(request):
        files = [(field, f) for field, members in request.files.items() for f in members]
        read = [[field, f.name, f.type, f.body.decode()] for field, f in files]
        return json({"value": {"fields": dict(request.form), "files": read}})

    app.run(HOST, PORT, single_process=True, motd=False)


def cherrypy():
    import cherrypy

    class Path:
        @cherrypy.expose
        @cherrypy.tools.json_out()
        def default(self, id):
            return {"value": id}

    class Form:
        @cherrypy.expose
        @cherrypy.tools.json_out()
        def default(self, name, **members):
            return {"value": members.get(name)}

    class Root:
        x = Path()
        form = Form()

        @cherrypy.expose
        @cherrypy.tools.json_out()
        def list(self, a=None, **others):
            return {"value": a}

        @cherrypy.expose
        @cherrypy.tools.json_out()
        def object(self, age=None, **others):
            return {"value": age}

        @cherrypy.expose
        @cherrypy.tools.json_in()
        @cherrypy.tools.json_out()
        def query(self):
            return {"value": cherrypy.request.json}

    cherrypy.config.update({"server.socket_host": HOST, "server.socket_port": PORT})
    cherrypy.config.update({"request.methods_with_bodies": ("POST", "PUT", "PATCH", "QUERY")})
    cherrypy.quickstart(Root())


def pyramid():
    from pyramid.config import Configurator
    from waitress import serve

    with Configurator() as config:
        views = {
            "/list": lambda request: {"value": request.params.getall("a")},
            "/object": lambda request: {"value": request.params.get("age")},
            "/x/{id}": lambda request: {"value": request.matchdict["id"]},
        }
        for pattern, view in views.items():
            config.add_route(pattern, pattern)
            config.add_view(view, route_name=pattern, renderer="json")
        config.add_route("query", "/query", request_method="QUERY")
        config.add_view(lambda request: {"value": request.json_body}, route_name="query", renderer="json")

        def read_multipart(request):
            files = [(field, f) for field, f in request.POST.items() if not isinstance(f, str)]
            read = [[field, f.filename, f.type, f.file.read().decode()] for field, f in files]
            texts = {field: request.POST.getall(field) for field, text in request.POST.items() if isinstance(text, str)}
            return {"value": {"fields": texts, "files": read}}

        config.add_route("form", "/form/{name}")
        config.add_view(
            lambda request: {"value": request.POST.getall(request.matchdict["name"])}, route_name="form", renderer="json"
        )
        config.add_route("multipart", "/multipart")
        config.add_view(read_multipart, route_name="multipart", renderer="json")
        serve(config.make_wsgi_app(), host=HOST, port=PORT, _quiet=True)


globals()[sys.argv[1]]()
