//! `openapi.json` tells what is really there.

use std::collections::BTreeSet;
use std::path::Path;

use hyper::Method;
use serde_json::{Value as Json, json};

use crate::browser::{Answered, text};
use crate::play::PACK;
use crate::served::Served;

/// The schema a name refers to.
fn resolved<'s>(api: &'s Json, schema: &'s Json) -> &'s Json {
    match schema["$ref"].as_str() {
        Some(path) => api.pointer(path.trim_start_matches('#')).expect("it is described"),
        None => schema,
    }
}

/// Whether `value` fits `schema`, as far as these schemas go.
fn fits(api: &Json, schema: &Json, value: &Json) -> Result<(), String> {
    let schema = resolved(api, schema);
    if let Some(items) = schema.get("items") {
        let values = value.as_array().ok_or("no list")?;
        return values.iter().try_for_each(|value| fits(api, items, value));
    }
    let Some(fields) = schema.get("properties").and_then(Json::as_object) else {
        return Ok(());
    };
    let object = value.as_object().ok_or_else(|| format!("no object: {value}"))?;
    for (name, value) in object {
        let field = fields.get(name).ok_or_else(|| format!("{name} is not described"))?;
        fits(api, field, value)?;
    }
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        object.get(name).ok_or_else(|| format!("{name} is missing"))?;
    }
    Ok(())
}

/// Checks that an answer is one of those described for the address.
fn check(api: &Json, path: &str, method: &str, answer: &Answered) {
    let status = answer.status.as_u16().to_string();
    let described = &api["paths"][path][method]["responses"][&status];
    assert!(described.is_object(), "{method} {path} answers {status}, which is not described");
    if let Some(schema) = described.pointer("/content/application~1json/schema") {
        let fit = fits(api, schema, &answer.json());
        assert_eq!(fit, Ok(()), "{method} {path} {status}: {}", answer.json());
    }
}

#[tokio::test]
async fn b70_openapi_tells_what_every_address_answers() {
    let served = Served::start().await;
    let mut host = served.browser();
    let api = host.get("/openapi.json").await.json();
    assert_eq!(text(&api, "/info/title"), "Mistline");

    let packs = host.get("/api/packs").await;
    check(&api, "/api/packs", "get", &packs);
    let addresses = host.get("/api/addresses").await;
    check(&api, "/api/addresses", "get", &addresses);
    let good = json!({ "title": "雾中", "pack": PACK, "language": "zh-Hans",
        "time_zone": "Asia/Shanghai", "host_name": "主持" });
    let change = |field: &str, value: &str| {
        let mut bad = good.clone();
        bad[field] = json!(value);
        bad
    };
    let huge = change("title", &"长".repeat(30_000));
    for make in [json!([]), change("title", ""), change("pack", "nothing"), huge] {
        let refused = host.post("/api/tables", &make).await;
        check(&api, "/api/tables", "post", &refused);
    }
    let evil = [("origin", "https://evil.example")];
    let refused = host.send(Method::POST, "/api/tables", &evil, "{}".into()).await;
    check(&api, "/api/tables", "post", &refused);
    let made = host.post("/api/tables", &good).await;
    check(&api, "/api/tables", "post", &made);
    let (table, invite) = (text(&made.json(), "/table"), text(&made.json(), "/invite_token"));
    for id in [table.as_str(), "unknown"] {
        let at = |what: &str| format!("/api/tables/{id}/{what}");
        for body in [json!({ "token": invite, "name": "叶岚" }), json!({ "token": "x" }), json!(7)]
        {
            let mut guest = served.browser();
            let peek = json!({ "token": body["token"] });
            check(&api, "/api/tables/{id}/peek", "post", &guest.post(&at("peek"), &peek).await);
            check(&api, "/api/tables/{id}/enter", "post", &guest.post(&at("enter"), &body).await);
            check(&api, "/api/tables/{id}/me", "get", &guest.get(&at("me")).await);
            check(&api, "/api/tables/{id}/ws", "get", &guest.get(&at("ws")).await);
            let leave = guest.post(&at("leave"), &json!({})).await;
            check(&api, "/api/tables/{id}/leave", "post", &leave);
        }
    }
    let mut guest = served.browser();
    guest.enter(&table, &invite, "阿九", 77).await;
    for browser in [&mut host, &mut guest, &mut served.browser()] {
        for (what, asked) in [
            ("export", ""),
            ("log", "?form=md"),
            ("log", "?form=pdf"),
            ("log", "?form=txt&session=9"),
            ("characters", ""),
            ("sheets", ""),
            ("chart", ""),
            ("chart", "?form=gif"),
            ("case-file", ""),
            ("search", "?text=x"),
            ("search", "?text="),
        ] {
            let answer = browser.get(&format!("/api/tables/{table}/{what}{asked}")).await;
            check(&api, &format!("/api/tables/{{id}}/{what}"), "get", &answer);
        }
    }
    check(&api, "/api/chat/{name}", "get", &host.get("/api/chat/x").await);
    for path in ["/healthz", "/readyz", "/metrics", "/openapi.json"] {
        check(&api, path, "get", &host.get(path).await);
    }
}

/// The addresses of the server's own source.
fn routes() -> BTreeSet<(String, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/run.rs");
    let source = std::fs::read_to_string(source).expect("the source");
    let routes = source.split(".route(").skip(1).map(|rest| {
        let path = rest.split('"').nth(1).expect("a path");
        let method = rest.split([',', '(']).nth(1).expect("a method").trim();
        (path.to_owned(), method.to_owned())
    });
    routes.collect()
}

#[tokio::test]
async fn b70_openapi_names_every_address_and_no_other() {
    let api = serde_json::to_value(server::openapi()).expect("plain data");
    let paths = api["paths"].as_object().expect("paths");
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().into_iter().flat_map(|methods| methods.keys());
            methods.map(|method| (path.clone(), method.clone()))
        })
        .collect();
    assert_eq!(described, routes());
}
