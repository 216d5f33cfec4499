use std::{
    collections::{BTreeMap, HashMap},
    env,
};

use actix_web::{App, HttpRequest, HttpServer, web};
use axum::{
    Json, Router,
    extract::{Form, Multipart, Path, Query, RawQuery, multipart::MultipartError},
    http::StatusCode,
    routing::{any, get, post},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
struct List {
    #[serde(default)]
    a: Vec<String>,
}

#[derive(Deserialize)]
struct Object {
    age: Option<HashMap<String, String>>,
}

#[derive(Deserialize)]
struct Items {
    items: Option<Vec<BTreeMap<String, String>>>,
}

#[derive(Default, Serialize)]
struct Parts {
    fields: BTreeMap<String, Vec<String>>,
    files: Vec<[Option<String>; 4]>,
}

#[derive(Serialize)]
struct Answer<T> {
    value: T,
}

fn answer<T>(value: T) -> Json<Answer<T>> {
    Json(Answer { value })
}

async fn read_parts(mut parts: Multipart) -> Result<Json<Answer<Parts>>, MultipartError> {
    let mut read = Parts::default();
    while let Some(part) = parts.next_field().await? {
        let name = part.name().map(str::to_owned);
        match part.file_name().map(str::to_owned) {
            None => read.fields.entry(name.unwrap_or_default()).or_default().push(part.text().await?),
            file => {
                let kind = part.content_type().map(str::to_owned);
                read.files.push([name, file, kind, Some(part.text().await?)]);
            }
        }
    }
    Ok(answer(read))
}

fn use_axum() -> Router {
    Router::new()
        .route("/form/a", post(async |Form(List { a }): Form<List>| answer(a)))
        .route("/form/age", post(async |Form(Object { age }): Form<Object>| answer(age)))
        .route("/form/items", post(async |Form(Items { items }): Form<Items>| answer(items)))
        .route("/multipart", post(read_parts))
        .route("/list", get(async |Query(List { a }): Query<List>| answer(a)))
        .route("/x/{id}", get(async |Path(id): Path<String>| answer(id)))
        .route("/query", any(async |Json(body): Json<Value>| answer(body)))
}

fn use_axum_extra() -> Router {
    use axum_extra::extract::{Form, Query};
    Router::new()
        .route("/list", get(async |Query(List { a }): Query<List>| answer(a)))
        .route("/form/a", post(async |Form(List { a }): Form<List>| answer(a)))
        .route("/form/age", post(async |Form(Object { age }): Form<Object>| answer(age)))
        .route("/form/items", post(async |Form(Items { items }): Form<Items>| answer(items)))
}

fn use_serde_qs(config: serde_qs::Config) -> Router {
    let refuse = |error: serde_qs::Error| (StatusCode::BAD_REQUEST, error.to_string());
    Router::new()
        .route(
            "/list",
            get(async move |RawQuery(query): RawQuery| {
                let List { a } = config.deserialize_str(&query.unwrap_or_default()).map_err(refuse)?;
                Ok::<_, (StatusCode, String)>(answer(a))
            }),
        )
        .route(
            "/object",
            get(async move |RawQuery(query): RawQuery| {
                let Object { age } = config.deserialize_str(&query.unwrap_or_default()).map_err(refuse)?;
                Ok::<_, (StatusCode, String)>(answer(age))
            }),
        )
        .route(
            "/form/a",
            post(async move |body: String| {
                let List { a } = config.deserialize_str(&body).map_err(refuse)?;
                Ok::<_, (StatusCode, String)>(answer(a))
            }),
        )
        .route(
            "/form/age",
            post(async move |body: String| {
                let Object { age } = config.deserialize_str(&body).map_err(refuse)?;
                Ok::<_, (StatusCode, String)>(answer(age))
            }),
        )
        .route(
            "/form/items",
            post(async move |body: String| {
                let Items { items } = config.deserialize_str(&body).map_err(refuse)?;
                Ok::<_, (StatusCode, String)>(answer(items))
            }),
        )
}

async fn listen_axum(address: &str, router: Router) -> std::io::Result<()> {
    axum::serve(tokio::net::TcpListener::bind(address).await?, router).await
}

async fn listen_actix(address: &str, by_extractor: bool) -> std::io::Result<()> {
    let query = actix_web::http::Method::from_bytes(b"QUERY").unwrap();
    HttpServer::new(move || {
        let id = if by_extractor {
            web::get().to(async |id: web::Path<String>| web::Json(Answer { value: id.into_inner() }))
        } else {
            web::get().to(async |request: HttpRequest| {
                web::Json(Answer { value: request.match_info().get("id").map(str::to_owned) })
            })
        };
        App::new()
            .route("/list", web::get().to(async |query: web::Query<List>| web::Json(Answer { value: query.into_inner().a })))
            .route("/x/{id}", id)
            .route("/form/a", web::post().to(async |body: web::Form<List>| web::Json(Answer { value: body.into_inner().a })))
            .route("/form/age", web::post().to(async |body: web::Form<Object>| web::Json(Answer { value: body.into_inner().age })))
            .route("/form/items", web::post().to(async |body: web::Form<Items>| web::Json(Answer { value: body.into_inner().items })))
            .route("/query", web::method(query.clone()).to(async |body: web::Json<Value>| web::Json(Answer { value: body.into_inner() })))
    })
    .workers(1)
    .bind(address)?
    .run()
    .await
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let address = format!("127.0.0.1:{}", env::var("PORT").unwrap());
    match env::args().nth(1).unwrap().as_str() {
        "axum" => listen_axum(&address, use_axum()).await,
        "axum-extra" => listen_axum(&address, use_axum_extra()).await,
        "serde_qs" => listen_axum(&address, use_serde_qs(serde_qs::Config::new())).await,
        "serde_qs-form" => listen_axum(&address, use_serde_qs(serde_qs::Config::new().use_form_encoding(true))).await,
        "actix-path" => listen_actix(&address, true).await,
        _ => listen_actix(&address, false).await,
    }
}
