"""The application whose document is fastapi.json: `python shop_app.py > fastapi.json`, with fastapi and python-multipart."""

import json
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal, Optional, Union
from uuid import UUID

from fastapi import Body, Cookie, FastAPI, File, Form, Header, Path, Query, UploadFile
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

app = FastAPI(title="Shop", version="1.0.0")


class Color(str, Enum):
    red = "red"
    blue = "blue"


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(9, ge=1, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    breed: Optional[str] = None


class Anything(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(alias="full name")
    tags: set[str] = set()
    point: tuple[float, float] = (0.0, 0.0)
    children: list["Strict"] = []
    price: Decimal = Decimal("1.5")
    size: Union[int, str, None] = None


class Filters(BaseModel):
    limit: int = Field(100, gt=0, le=100)
    order_by: Literal["created_at", "updated_at"] = "created_at"
    tags: list[str] = []


class Login(BaseModel):
    username: str
    remember: bool = False


@app.get("/items/{item_id}")
def read_item(
    item_id: Annotated[int, Path(ge=1)],
    q: Optional[str] = None,
    since: Optional[datetime] = None,
    color: Optional[Color] = None,
    ids: Annotated[list[int], Query()] = [],
    dotted: Annotated[Optional[str], Query(alias="item.query")] = None,
    spaced: Annotated[Optional[str], Query(alias="item query")] = None,
    bracket: Annotated[Optional[list[str]], Query(alias="filter[tag]")] = None,
    x_trace: Annotated[Optional[str], Header()] = None,
    x_numbers: Annotated[Optional[list[int]], Header()] = None,
    session: Annotated[Optional[str], Cookie()] = None,
): ...


@app.get("/filtered")
def read_filtered(filters: Annotated[Filters, Query()]): ...


@app.get("/files/{file_path:path}", response_class=PlainTextResponse)
def read_file(file_path: str): ...


@app.get("/days/{day}/{ident}", response_class=StreamingResponse)
def read_day(day: date, ident: UUID, on: bool = True): ...


@app.post("/pets")
def create_pet(pet: Annotated[Union[Cat, Dog], Field(discriminator="kind")]): ...


@app.put("/pets/{pet_id}")
def replace_pet(pet_id: int, pet: Union[Cat, Dog, None] = None): ...


@app.post("/pair")
def create_pair(pet: Cat, owner: Strict, importance: Annotated[int, Body(gt=0)], pair: Annotated[Optional[bool], Query()] = None): ...


@app.post("/anything")
def create_anything(thing: Anything): ...


@app.post("/strict")
def create_strict(thing: Strict): ...


@app.post("/map")
def create_map(weights: dict[str, float]): ...


@app.post("/list")
def create_list(images: list[Union[Cat, str]]): ...


@app.post("/number")
def create_number(number: Annotated[int, Body()]): ...


@app.post("/embedded")
def create_embedded(item: Annotated[Cat, Body(embed=True)]): ...


@app.post("/login")
def login(data: Annotated[Login, Form()]): ...


@app.post("/form")
def create_form(
    name: Annotated[str, Form()],
    numbers: Annotated[list[int], Form()] = [],
    note: Annotated[Optional[str], Form()] = None,
    color: Annotated[Color, Form()] = Color.red,
): ...


@app.post("/upload")
def upload(
    file: UploadFile,
    token_name: Annotated[str, Form()],
    raw: Annotated[Optional[bytes], File()] = None,
    others: Optional[list[UploadFile]] = None,
    sizes: Annotated[list[int], Form()] = [],
): ...


@app.delete("/items/{item_id}", status_code=204)
def delete_item(item_id: int, force: Union[bool, Literal["yes"]] = False): ...


if __name__ == "__main__":
    print(json.dumps(app.openapi(), indent=2))
