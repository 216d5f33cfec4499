//! A server of api.ApiService by tonic, which speaks gRPC-Web through tonic-web.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tonic::metadata::{Ascii, Binary, MetadataKey, MetadataMap};
use tonic::transport::Server;
use tonic::{Code, Request, Response, Status};
use tonic_web::GrpcWebLayer;

mod api {
    tonic::include_proto!("api");
}

static CANCELLED: AtomicU32 = AtomicU32::new(0);

/// Counts a call whose future is dropped before it ends: tonic tells a handler in no other way.
struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        CANCELLED.fetch_add(1, Ordering::SeqCst);
    }
}

fn send_back(received: &MetadataMap, sent: &mut MetadataMap) {
    for value in received.get_all("x-sent") {
        sent.append(MetadataKey::<Ascii>::from_static("x-back"), value.clone());
    }
    for value in received.get_all_bin("x-sent-bin") {
        sent.append_bin(
            MetadataKey::<Binary>::from_static("x-back-bin"),
            value.clone(),
        );
    }
}

struct Service;

#[tonic::async_trait]
impl api::api_service_server::ApiService for Service {
    async fn call_api(
        &self,
        request: Request<api::Request>,
    ) -> Result<Response<api::Response>, Status> {
        let (received, _, message) = request.into_parts();
        let text = match message.code.as_str() {
            "fail" => {
                let mut status = Status::new(Code::from_i32(message.int_value), message.str1);
                send_back(&received, status.metadata_mut());
                return Err(status);
            }
            // It is in no other place.
            "deadline" => received
                .get("grpc-timeout")
                .map_or("none", |value| value.to_str().unwrap_or("not ASCII"))
                .to_owned(),
            "wait" => {
                let waiting = Waiting;
                let time = u64::try_from(message.int_value).unwrap_or_default();
                tokio::time::sleep(Duration::from_millis(time)).await;
                std::mem::forget(waiting);
                message.str1
            }
            "cancelled" => CANCELLED.load(Ordering::SeqCst).to_string(),
            _ => message.str1,
        };
        let mut response = Response::new(api::Response {
            success: true,
            message: text,
        });
        if message.code == "metadata" {
            // tonic has no trailers of a response that succeeds.
            send_back(&received, response.metadata_mut());
        }
        Ok(response)
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = format!("127.0.0.1:{}", std::env::var("PORT")?).parse()?;
    Server::builder()
        .accept_http1(true)
        .layer(GrpcWebLayer::new())
        .add_service(api::api_service_server::ApiServiceServer::new(Service))
        .serve(address)
        .await?;
    Ok(())
}
