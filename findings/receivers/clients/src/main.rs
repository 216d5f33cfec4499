use std::{env, error::Error};

const BODY: &str = r#"{"a":"1"}"#;

fn send_ureq(url: &str) -> Result<u16, Box<dyn Error>> {
    let agent = ureq::Agent::config_builder().allow_non_standard_methods(true).build().new_agent();
    let request = ureq::http::Request::builder().method("QUERY").uri(url).header("content-type", "application/json").body(BODY)?;
    Ok(agent.run(request)?.status().as_u16())
}

fn send_reqwest(url: &str) -> Result<u16, Box<dyn Error>> {
    let method = reqwest::Method::from_bytes(b"QUERY")?;
    let request = reqwest::blocking::Client::new().request(method, url).header("content-type", "application/json").body(BODY);
    Ok(request.send()?.status().as_u16())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let send = if arguments[1] == "ureq" { send_ureq } else { send_reqwest };
    println!("{}", send(&arguments[2])?);
    Ok(())
}
