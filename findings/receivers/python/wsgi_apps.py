"""Receivers served by gunicorn: `RECEIVER=<name> gunicorn wsgi_apps:app`."""

import json
import os

name = os.environ["RECEIVER"]

if name == "flask":
    from flask import Flask, request

    app = Flask(__name__)

    @app.get("/list")
    def read_list():
        return {"value": request.args.getlist("a")}

    @app.get("/object")
    def read_object():
        return {"value": request.args.get("age")}

    @app.get("/x/<id>")
    def read_path(id):
        return {"value": id}

    @app.route("/query", methods=["QUERY"])
    def read_body():
        return {"value": request.get_json()}

    @app.post("/form/<name>")
    def read_form(name):
        return {"value": request.form.getlist(name)}

    @app.post("/multipart")
    def read_multipart():
        files = request.files.items(multi=True)
        read = [[field, f.filename, f.content_type, f.read().decode()] for field, f in files]
        return {"value": {"fields": request.form.to_dict(flat=False), "files": read}}

elif name in ("django", "ninja"):
    from django.conf import settings
    from django.core.wsgi import get_wsgi_application
    from django.http import JsonResponse
    from django.urls import path
    from django.views.decorators.csrf import csrf_exempt

    settings.configure(ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY="x")
    app = get_wsgi_application()

    if name == "django":

        def read_list(request):
            return JsonResponse({"value": request.GET.getlist("a")})

        def read_object(request):
            return JsonResponse({"value": request.GET.get("age")})

        def read_path(request, id):
            return JsonResponse({"value": id})

        @csrf_exempt
        def read_body(request):
            return JsonResponse({"value": json.loads(request.body)})

        @csrf_exempt
        def read_form(request, name):
            return JsonResponse({"value": request.POST.getlist(name)})

        @csrf_exempt
        def read_multipart(request):
            files = [(field, f) for field, members in request.FILES.lists() for f in members]
            read = [[field, f.name, f.content_type, f.read().decode()] for field, f in files]
            return JsonResponse({"value": {"fields": dict(request.POST.lists()), "files": read}})

        urlpatterns = [
            path("form/<str:name>", read_form),
            path("multipart", read_multipart),
            path("list", read_list),
            path("object", read_object),
            path("x/<str:id>", read_path),
            path("query", read_body),
        ]
    else:
        from ninja import Body, Form, NinjaAPI, Query

        api = NinjaAPI()

        @api.get("/list")
        def read_list(request, a: list[str] = Query(...)):
            return {"value": a}

        @api.get("/object")
        def read_object(request):
            return {"value": request.GET.get("age")}

        @api.get("/x/{id}")
        def read_path(request, id: str):
            return {"value": id}

        @api.api_operation(["QUERY"], "/query")
        def read_body(request, body: dict = Body(...)):
            return {"value": body}

        @api.post("/form/a")
        def read_form(request, a: list[str] = Form(...)):
            return {"value": a}

        @api.post("/form/{name}")
        def read_member(request, name: str):
            return {"value": request.POST.get(name)}

        urlpatterns = [path("", api.urls)]

elif name == "falcon":
    import falcon

    class List:
        def on_get(self, req, resp):
            resp.media = {"value": req.get_param_as_list("a")}

    class Object:
        def on_get(self, req, resp):
            resp.media = {"value": req.get_param("age")}

    class Path:
        def on_get(self, req, resp, id):
            resp.media = {"value": id}

    class Form:
        def on_post(self, req, resp, name):
            resp.media = {"value": req.get_media().get(name)}

    class Multipart:
        def on_post(self, req, resp):
            fields, files = {}, []
            for part in req.get_media():
                if part.filename is None:
                    fields.setdefault(part.name, []).append(part.text)
                else:
                    files.append([part.name, part.filename, part.content_type, part.get_data().decode()])
            resp.media = {"value": {"fields": fields, "files": files}}

    app = falcon.App()
    app.add_route("/form/{name}", Form())
    app.add_route("/multipart", Multipart())
    app.add_route("/list", List())
    app.add_route("/object", Object())
    app.add_route("/x/{id}", Path())

elif name == "bottle":
    import bottle

    app = bottle.Bottle()

    @app.get("/list")
    def read_list():
        return {"value": bottle.request.query.getall("a")}

    @app.get("/object")
    def read_object():
        return {"value": bottle.request.query.get("age")}

    @app.get("/x/<id>")
    def read_path(id):
        return {"value": id}

    @app.route("/query", method="QUERY")
    def read_body():
        return {"value": bottle.request.json}

    @app.post("/form/<name>")
    def read_form(name):
        return {"value": bottle.request.forms.getall(name)}

    @app.post("/multipart")
    def read_multipart():
        forms, files = bottle.request.forms, bottle.request.files
        read = [[field, f.raw_filename, f.content_type, f.file.read().decode()] for field, f in files.allitems()]
        return {"value": {"fields": {field: forms.getall(field) for field in forms}, "files": read}}
